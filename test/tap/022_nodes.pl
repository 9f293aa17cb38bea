# The number of a server: ulidkit.node and the kinds' own settings, in every combination and from every place that a setting
# can come from, and what happens if another server has the same number.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
set_clock($clock, 0);
my $node = with_clock($clock, sub { return server_with_ulidkit('main', conf => "fsync = off\nautovacuum = off\n") });

# For each kind with a number: its own setting, the greatest number, what the number is called, the function that reads it
# from an id, and all that generates ids with it.
my %numbered = (
    timeid => [ 'timeid_node', 1023, 'node', 'timeid_extract_node', 'timeid_generate()', "timeid_generate('2025-01-01Z')" ],
    tbsl => [ 'tbsl_machine', 99, 'machine ID', 'tbsl_extract_machine', 'tbsl_generate()', 'tbsl_generate_sequenced()', "tbsl_generate('2025-01-01Z')" ],
    ulidflake => [ 'ulidflake_scalability_id', 31, 'scalability ID', 'ulidflake_extract_scalability_id',
        'ulidflake_generate_scalable()' ]);

# The result of an expression, or its error.
$node->safe_psql('postgres', <<'SQL');
CREATE FUNCTION try(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
    detail text;
    hint text;
BEGIN
    EXECUTE 'SELECT ' || expression INTO answer;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' / ', SQLSTATE, SQLERRM, detail, hint);
END
$$;
SQL

# Sets a line of postgresql.conf, and waits until new sessions know the value.
sub configure {
    my ($name, $value) = @_;
    $node->adjust_conf('postgresql.conf', $name, $value);
    $node->reload;
    $node->poll_query_until('postgres', "SELECT coalesce(current_setting('$name', true), '') = '$value'") or die "$name is not $value";
}

# Before 17, ALTER SYSTEM does not accept names that the session does not know: it has to load the library.
my (undef, undef, $unknown) = $node->psql('postgres', "\\set VERBOSITY sqlstate\nALTER SYSTEM SET ulidkit.node = 8");
like($unknown, $node->pg_version < 17 ? qr/ERROR:  42704/ : qr/^$/, 'ALTER SYSTEM before the library is loaded');
$node->safe_psql('postgres', "LOAD 'ulidkit'; ALTER SYSTEM SET ulidkit.node = 9");
$node->reload;
ok($node->poll_query_until('postgres', 'SELECT timeid_extract_node(timeid_generate()) = 9'), 'ALTER SYSTEM, and a reload');
my (undef, undef, $outside) = $node->psql('postgres', "LOAD 'ulidkit';\n\\set VERBOSITY sqlstate\nALTER SYSTEM SET ulidkit.node = 1024", on_error_stop => 0);
like($outside, qr/ERROR:  22023/, 'what is out of range is refused');
$node->safe_psql('postgres', 'ALTER SYSTEM RESET ALL');
$node->append_conf('postgresql.conf', "ulidkit.node = -1\n");
configure('ulidkit.node', -1);

# What has no number, or is given one, and does not care.
my @others = ('ulidflake_generate()', 'ulidflake_extract_scalability_id(ulidflake_generate_scalable(3)) / 3', map { "${_}_generate()" } grep { !$numbered{$_} } @generators);

# All combinations.
my $drawn = $node->safe_psql('postgres', 'SELECT timeid_extract_node(timeid_generate())');
cmp_ok($drawn, '<=', 31, 'without a number, the node of timeid is a best-effort one');
my $combinations = 0;
for my $number (-1, 0, 5, 31, 32, 99, 100, 1023) {
    configure('ulidkit.node', $number);
    my ($sql, @expected) = ('');
    for my $kind (sort keys %numbered) {
        my ($setting, $last, $name, $field) = @{ $numbered{$kind} };
        for my $own (-1, 0, 3, $last) {
            my @calls = @{ $numbered{$kind} }[4 .. $#{ $numbered{$kind} }];
            my $here = $own != -1 ? $own : $number;
            my $used = $here > $last
                ? qq{22023 / value $number of "ulidkit.node" is out of range for type $kind / The $name must be between 0 and $last. / Set "ulidkit.$setting", or change "ulidkit.node".}
                : $here != -1 ? $here : $kind eq 'timeid' ? $drawn : 0;
            # Ids of a given time have any of the best-effort nodes then.
            pop @calls if $kind eq 'timeid' && $here == -1;
            $sql .= "SET ulidkit.$setting = $own;" . join '', map { my $call = "$field($_)"; "SELECT '$kind, $own: ' || try(\$\$$call\$\$);" } @calls;
            push @expected, ("$kind, $own: $used") x @calls;
            $combinations++;
        }
        $sql .= "RESET ulidkit.$setting;";
    }
    is($node->safe_psql('postgres', $sql), join("\n", @expected), "the numbers with ulidkit.node = $number");
    is($node->safe_psql('postgres', join ';', map { "SELECT try('$_') ~ '^[0-9A-Za-z-]+\$'" } @others), join("\n", ('t') x @others), 'and no other kind is affected');
    is($node->safe_psql('postgres', "SELECT string_agg(coalesce(node::text, '-'), ' ' ORDER BY kind) FROM ulidkit_generators() WHERE kind = ANY ('{ulid,timeid,tbsl,ulidflake}')"),
        join(' ', map { my $last = ($numbered{$_} // [ 0, -1 ])->[1]; $number >= 0 && $number <= $last ? $number : $_ eq 'timeid' ? $drawn : '-' } qw(tbsl timeid ulid ulidflake)), 'ulidkit_generators() shows them');
}
note "$combinations combinations";
is($node->safe_psql('postgres', 'SET ulidkit.timeid_node = 17; SET ulidkit.tbsl_machine = 18; SET ulidkit.ulidflake_scalability_id = 19;'
        . q{SELECT string_agg(node::text, ' ' ORDER BY kind) FROM ulidkit_generators()}), '18 17 19', 'and those of the session');
is($node->safe_psql('postgres', 'SELECT timeid_extract_node(timeid_generate()); ALTER DATABASE postgres SET ulidkit.timeid_node = 77'), 1023, 'a number for all databases');
is($node->safe_psql('postgres', 'SELECT timeid_extract_node(timeid_generate()); ALTER DATABASE postgres RESET ulidkit.timeid_node'), 77, 'and one for timeid in this database');

# Once the library is loaded, nothing but the server's configuration can set the number of all kinds.
configure('ulidkit.node', 5);
$node->safe_psql('postgres', 'CREATE ROLE regress_ulidkit_user LOGIN; CREATE ROLE regress_ulidkit_plain LOGIN; CREATE DATABASE other; CREATE ROLE regress_ulidkit_other');
$node->safe_psql('postgres', 'GRANT SET ON PARAMETER ' . join(', ', map { "ulidkit.$numbered{$_}[0]" } sort keys %numbered) . ' TO regress_ulidkit_user');
my @elsewhere = ('SET ulidkit.node = 6', 'SET LOCAL ulidkit.node = 6', 'ALTER DATABASE other SET ulidkit.node = 6', 'ALTER ROLE regress_ulidkit_other SET ulidkit.node = 6',
    'ALTER ROLE ALL SET ulidkit.node = 6', q{DO $$BEGIN PERFORM set_config('ulidkit.node', '6', true); END$$});
for my $command (@elsewhere) {
    my (undef, $out, $error) = $node->psql('postgres', "LOAD 'ulidkit';\n\\set VERBOSITY sqlstate\n$command;\nSELECT timeid_extract_node(timeid_generate())", on_error_stop => 0);
    like($error, qr/ERROR:  55P02/, "refused: $command");
    is($out, 5, 'and not done');
}

# Before it is loaded, the name is one that the server does not know, and takes from everywhere. The value that a session
# sets is replaced by the configuration's when the library is loaded, with a warning.
my $load = 'SELECT timeid_extract_node(timeid_generate()), tbsl_extract_machine(tbsl_generate())';
my $cannot = qr/WARNING:  parameter "ulidkit\.node" cannot be changed now/;
my (undef, $out, $error) = $node->psql('postgres', "SET ulidkit.node = 6; $load");
is($out, '5|5', 'a session that sets it first: the number is the server\'s');
like($error, $cannot, 'with a warning');

# A value that a session begins with has replaced the configuration's, and is refused as well: then the number is unknown.
sub is_unknown {
    my ($value, $warning, $name, %params) = @_;
    my ($sql, @expected) = ('');
    for my $kind (sort keys %numbered) {
        my ($setting, $last, undef, $field, @calls) = @{ $numbered{$kind} };
        $sql .= join '', map { "SELECT try(\$\$$field($_)\$\$);" } @calls;
        push @expected, (qq{22023 / value "$value" of "ulidkit.node" could not be applied / The value that is set for the whole server is not known in this session. / }
                . q{Set "ulidkit.node" only in "postgresql.conf", to a value within its range, and remove it from the settings of databases, roles and connections.}) x @calls;
        $sql .= "SET ulidkit.$setting = 3;" . join '', map { "SELECT try(\$\$$field($_)\$\$);" } @calls;
        push @expected, (3) x @calls;
    }
    $sql .= join ';', map { "SELECT try('$_') ~ '^[0-9A-Za-z-]+\$'" } @others;
    push @expected, ('t') x @others;
    my (undef, $out, $warnings) = $node->psql('postgres', $sql, %params);
    is($out, join("\n", @expected), "$name: no number but the kinds' own");
    like($warnings, $warning, "$name: with a warning") if $warning;
}
for my $whose ('DATABASE postgres', 'ROLE regress_ulidkit_user') {
    $node->safe_psql('postgres', "ALTER $whose SET ulidkit.node = 6");
    is_unknown(6, $cannot, "ALTER $whose", extra_params => [ '-U', 'regress_ulidkit_user' ]);
    # Also taking it back is refused once the library is loaded.
    (undef, undef, $error) = $node->psql('postgres', "LOAD 'ulidkit';\n\\set VERBOSITY sqlstate\nALTER $whose RESET ulidkit.node", on_error_stop => 0);
    like($error, qr/ERROR:  55P02/, "ALTER $whose: cannot be taken back by a session that knows the setting");
    $node->safe_psql('postgres', "ALTER $whose RESET ulidkit.node");
}
# Also if it is the default, or that of the server.
for my $value (6, 5, -1) {
    local $ENV{PGOPTIONS} = "-c ulidkit.node=$value";
    is_unknown($value, $cannot, "an option of the connection, $value");
}
# The kinds' own settings are for superusers. What another role begins with takes the place of the configuration's value, and is
# refused: then the number of that kind is unknown.
$node->append_conf('postgresql.conf', "ulidkit.tbsl_machine = 42\n");
configure('ulidkit.tbsl_machine', 42);
{
    local $ENV{PGOPTIONS} = '-c ulidkit.tbsl_machine=9';
    is($node->safe_psql('postgres', 'SELECT tbsl_extract_machine(tbsl_generate())'), 9, 'a superuser connects with a number of a kind');
    my (undef, $own, $warning) = $node->psql('postgres', 'SELECT try($$tbsl_generate()$$); SELECT timeid_extract_node(timeid_generate())', extra_params => [ '-U', 'regress_ulidkit_plain' ]);
    like($own, qr/^22023 \/ value "9" of "ulidkit.tbsl_machine" could not be applied \/ .*\n5$/, 'another role does not, and makes no id of that kind');
    like($warning, qr/WARNING:  permission denied to set parameter "ulidkit.tbsl_machine"/, 'with a warning');
    my $worker = 'SET max_parallel_workers_per_gather = 1; SET ' . ($node->pg_version < 16 ? 'force_parallel_mode' : 'debug_parallel_query') . ' = on; SELECT tbsl_extract_machine(tbsl_generate())';
    is($node->safe_psql('postgres', $worker), 9, 'a parallel worker has the number of its session');
    is($node->safe_psql('postgres', "SET ulidkit.tbsl_machine = -1; $worker"), 5, 'also none of its own');
    (undef, undef, $error) = $node->psql('postgres', $worker, extra_params => [ '-U', 'regress_ulidkit_plain' ]);
    like($error, qr/ERROR:  value .* of "ulidkit.tbsl_machine" could not be applied\n.*CONTEXT:  parallel worker/s, 'but no other than that');
}
is($node->safe_psql('postgres', 'SELECT tbsl_extract_machine(tbsl_generate())', extra_params => [ '-U', 'regress_ulidkit_plain' ]), 42, 'nor otherwise');
configure('ulidkit.tbsl_machine', -1);
# Parallel workers have the server's number.
{
    local $ENV{PGOPTIONS} = '-c ulidkit.node=6';
    is($node->safe_psql('postgres', 'CREATE TABLE some_rows AS SELECT generate_series(1, 1000) AS n; ANALYZE some_rows; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;'
            . ' SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off; SELECT try($$count(*) FROM some_rows WHERE timeid_extract_node(timeid_generate()) <> 5$$);'
            . ' EXPLAIN (COSTS OFF) SELECT count(*) FROM some_rows WHERE timeid_extract_node(timeid_generate()) <> 5') =~ s/Workers.*//r =~ s/\n.*(Parallel Seq Scan).*/ $1/sr,
        "0 Parallel Seq Scan", 'parallel workers have the number of the server');
}
# A reload in which the file sets the number ends it.
{
    local $ENV{PGOPTIONS} = '-c ulidkit.node=6';
    is($node->safe_psql('postgres', "SELECT left(try('timeid_generate()'), 5); SELECT pg_reload_conf(); SELECT pg_sleep(0.5); SELECT timeid_extract_node(timeid_generate())"), "22023\nt\n\n5",
        'a reload of the configuration ends it');
}
# The same if it is out of range in postgresql.conf, until that is corrected.
my $outside_range = qr/WARNING:  1024 is outside the valid range for parameter "ulidkit.node" \(-1 \.\. 1023\)/;
configure('ulidkit.node', 1024);
is_unknown(1024, $outside_range, 'out of range in postgresql.conf');
configure('ulidkit.node', 5);
is($node->safe_psql('postgres', $load), '5|5', 'corrected');

# If the library is preloaded, the server knows the setting.
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\n");
$node->adjust_conf('postgresql.conf', 'ulidkit.node', 1024);
with_clock($clock, sub { $node->restart });
is_unknown(1024, undef, 'preloaded, out of range in postgresql.conf');
like(slurp_file($node->logfile), $outside_range, 'with a warning in the log');
configure('ulidkit.node', 5);
is($node->safe_psql('postgres', $load), '5|5', 'preloaded: the number of the configuration');
for my $command (@elsewhere) {
    (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY sqlstate\n$command");
    like($error, qr/ERROR:  55P02/, "preloaded, refused: $command");
}
{
    local $ENV{PGOPTIONS} = '-c ulidkit.node=6';
    (undef, undef, $error) = $node->psql('postgres', $load);
    like($error, qr/FATAL:  parameter "ulidkit.node" cannot be changed now/, 'preloaded: refused as an option of the connection');
}
my $from = -s $node->logfile;
$node->adjust_conf('postgresql.conf', 'ulidkit.node', 1024);
$node->reload;
ok(wait_until(sub { slurp_file($node->logfile, $from) =~ /LOG:  1024 is outside the valid range for parameter "ulidkit.node"/ }), 'preloaded: what is out of range is refused');
is($node->safe_psql('postgres', $load), '5|5', 'and the number stays');
(undef, undef, $error) = $node->psql('postgres', "ALTER SYSTEM SET ulidkit.node = 6");
is($error, '', 'preloaded: ALTER SYSTEM in a fresh session');
$node->safe_psql('postgres', 'ALTER SYSTEM RESET ALL');
configure('ulidkit.node', 5);

# Another server makes ids with a number. They are observed: ids of that number, so many milliseconds ahead of the newest.
my %make = (timeid => 'timeid_make(%s, %d)', tbsl => 'tbsl_make(%s, %d, 77)', ulidflake => 'ulidflake_make_scalable(%s, 99, %d)');

# The warnings, and by how many the conflicts have risen.
sub observe {
    my ($kind, $number, $settings, $ahead) = @_;
    my $time = sprintf "(SELECT greatest(newest_time, not_before) FROM ulidkit_generators() WHERE kind = '$kind') + interval '%s ms'", $ahead // 20;
    my $conflicts = "SELECT node_conflicts FROM ulidkit_generators() WHERE kind = '$kind'";
    my (undef, $answer, $warnings) = $node->psql('postgres', ($settings // '') . "SELECT ${kind}_generate(); $conflicts; SELECT ${kind}_observe(" . sprintf($make{$kind}, $time, $number) . "); $conflicts");
    my (undef, $before, undef, $after) = split /\n/, $answer, -1;
    return ($warnings, $after - $before);
}

for my $kind (sort keys %numbered) {
    my ($setting, $last, $name) = @{ $numbered{$kind} };
    my ($warnings, $conflicts) = observe($kind, 4);
    is("$conflicts $warnings", '0 ', "$kind: another number");
    ($warnings, $conflicts) = observe($kind, 5, undef, -1000);
    is("$conflicts $warnings", '0 ', "$kind: this server's number, in an id that is not newer");
    ($warnings, $conflicts) = observe($kind, 5);
    is($conflicts, 1, "$kind: this server's number");
    like($warnings, qr/^(?:psql:\S+ )?WARNING:  another server generates $kind values with $name 5 of this server\nDETAIL:  This server has not generated \S+\.\nHINT:  Set "ulidkit.node" to a different number on each server\.$/,
        "$kind: is reported");
    for my $session (1, 2) {
        ($warnings, $conflicts) = observe($kind, 5);
        is("$conflicts $warnings", '1 ', "$kind: and not again, $session");
    }
    ($warnings, $conflicts) = observe($kind, 8, "SET ulidkit.$setting = 8;");
    is("$conflicts $warnings", '1 ', "$kind: a number of the session counts");
    ($warnings, $conflicts) = observe($kind, 5, "SET ulidkit.$setting = 8;");
    is("$conflicts $warnings", '0 ', "$kind: in the place of the server's");
}
# A minute without another passes only when there is none.
for my $step (40, 80, 120) {
    set_clock($clock, $step);
    my @seen = map { [ observe($_, 5) ] } sort keys %numbered;
    is(join(' ', map { "@$_" } @seen), ' 1  1  1', "no report at $step seconds, as there was one within a minute");
}
set_clock($clock, 200);
for my $kind (sort keys %numbered) {
    my ($warnings, $conflicts) = observe($kind, 5);
    like("$conflicts $warnings", qr/^1 .*another server generates $kind values/, "$kind: reported again after a minute without");
}
set_clock($clock, 400);
$node->adjust_conf('postgresql.conf', 'ulidkit.node', -1);
with_clock($clock, sub { $node->restart });
$drawn = $node->safe_psql('postgres', 'SELECT node FROM ulidkit_generators() WHERE kind = $$timeid$$');
for my $kind (sort keys %numbered) {
    my ($warnings, $conflicts) = observe($kind, $kind eq 'timeid' ? ($drawn + 1) % 32 : 0);
    is("$conflicts $warnings", '0 ', "$kind: without a number, nothing is counted");
}

$node->stop('fast');
done_testing();
