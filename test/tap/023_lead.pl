# ulidkit.max_clock_lead is that of the server's configuration. A session whose own value the server has refused does nothing
# that depends on it, so it decides for no other session: at a promotion, at a start without ulidkit.bounds, and in observing.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = server_with_ulidkit('primary', snowflakes => 1, init => { allows_streaming => 1 }, conf => "ulidkit.max_clock_lead = '60s'\n");
$primary->safe_psql('postgres', 'CREATE ROLE regress_ulidkit_user LOGIN');
$primary->safe_psql('postgres', "CREATE TABLE made_$_ (id $type_of{$_} PRIMARY KEY)") for @generators;
$primary->backup('backup');

# What a session can begin with, also the default and the value that the server has; each with its own role's connection.
my %options = ('an option of the connection' => '-c ulidkit.max_clock_lead=5', 'the default as an option' => '-c ulidkit.max_clock_lead=1000',
    'the value of the server as an option' => '-c ulidkit.max_clock_lead=60s', 'a value that is none' => '-c ulidkit.max_clock_lead=abc');

# All that needs the lead fails in such a session, in which everything else works.
my $refused = q{could not be applied\nDETAIL:  The value that is set for the whole server is not known in this session\.\n}
    . q{HINT:  Set "ulidkit\.max_clock_lead" only in "postgresql\.conf", to a value within its range, and remove it from the settings of databases, roles and connections\.};
sub check_refused {
    my ($node, $how, $value, @user) = @_;
    my @needing = ('SELECT ulidkit_reset_generators()', 'SELECT count(*) FROM ulidkit_generators()', map { ("SELECT ${_}_generate()", "SELECT ${_}_observe(${_}_generate(clock_timestamp() + interval '0.9 s'))") } @generators);
    my (undef, $out, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n" . join(";\n", @needing, map { "SELECT ${_}_generate('2025-01-01Z')::text::$type_of{$_} IS NOT NULL" } @generators),
        on_error_stop => 0, @user);
    is($out, join("\n", ('t') x @generators), "$how: what does not need the lead works");
    my $errors = () = $error =~ /ERROR:  22023: value "\Q$value\E" of "ulidkit.max_clock_lead" $refused/g;
    is($errors, scalar @needing, "$how: what needs it is refused") or diag $error;
    unlike($error, qr/generators of ulidkit restarted/, "$how: no generator begins again");
}
sub check_options {
    my ($node, $how) = @_;
    for my $option (sort keys %options) {
        local $ENV{PGOPTIONS} = $options{$option};
        check_refused($node, "$how, $option", $options{$option} =~ s/.*=//r);
    }
}

# Ids that are ahead of the clock by nearly all of the lead.
sub insert_ahead {
    my ($node) = @_;
    for my $kind (@generators) {
        $node->safe_psql('postgres', "SELECT ${kind}_observe(${kind}_generate(clock_timestamp() + interval '55 s')); INSERT INTO made_$kind SELECT ${kind}_generate()");
    }
}
sub check_above {
    my ($node, $how, @kinds) = @_;
    is($node->safe_psql('postgres', "SELECT ${_}_generate() > id FROM made_$_ ORDER BY id DESC LIMIT 1"), 't', "$how: $_ above all rows") for @kinds;
}
insert_ahead($primary);

# A promotion, after which a refused session is first, or was before it.
my %standbys;
for my $order ('after', 'before') {
    my $standby = PostgreSQL::Test::Cluster->new("standby_$order");
    $standby->init_from_backup($primary, 'backup', has_streaming => 1);
    $standby->start;
    $primary->wait_for_catchup($standby, 'replay');
    check_options($standby, 'in recovery') if $order eq 'before';
    $standbys{$order} = $standby;
}
for my $order (sort keys %standbys) {
    my $standby = $standbys{$order};
    $standby->promote;
    check_options($standby, "promoted, $order") if $order eq 'after';
    check_above($standby, "promoted, a refused session $order it", @generators);
    check_options($standby, "promoted, $order, later");
    $standby->stop;
}

# A start without the file. The kinds that run ahead begin the lead after it.
my @ahead = qw(timeid tbsl);
for my $order ('first', 'second') {
    $primary->stop;
    unlink $primary->data_dir . '/ulidkit.bounds' or die $!;
    $primary->start;
    check_options($primary, 'without the file') if $order eq 'first';
    check_above($primary, "without the file, a refused session $order", @ahead);
    check_options($primary, 'without the file') if $order eq 'second';
    insert_ahead($primary);
}

# With a lead below the default, a refused session does not observe what is further ahead, and no generator moves.
change_setting($primary, 'ulidkit.max_clock_lead', '500ms');
$primary->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
my $limits = "SELECT kind FROM ulidkit_generators() WHERE clock_lead > '0.6 s'";
for my $order (1, 2) {
    check_options($primary, "observing, $order");
    is($primary->safe_psql('postgres', $limits), '', "observing, $order: no generator has moved");
    $primary->safe_psql('postgres', "SELECT ${_}_generate()") for @generators;
    my (undef, undef, $error) = $primary->psql('postgres', "\\set VERBOSITY sqlstate\nSELECT ulid_observe(ulid_generate(clock_timestamp() + interval '0.9 s'))");
    like($error, qr/ERROR:  22008/, "observing, $order: nor does the lead of the server allow it");
}

# From databases, roles, and postgresql.conf itself.
for my $whose ('DATABASE postgres', 'ROLE regress_ulidkit_user') {
    my @user = $whose =~ /ROLE/ ? (extra_params => [ '-U', 'regress_ulidkit_user' ]) : ();
    # Nobody needs a privilege to be refused.
    $primary->safe_psql('postgres', "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO regress_ulidkit_user");
    $primary->safe_psql('postgres', "ALTER $whose SET ulidkit.max_clock_lead = '10min'");
    check_refused($primary, "ALTER $whose", '10min', @user);
    $primary->safe_psql('postgres', "ALTER $whose RESET ulidkit.max_clock_lead");
}
$primary->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', "'2d'");
$primary->reload;
ok($primary->poll_query_until('postgres', q{SELECT current_setting('ulidkit.max_clock_lead', true) = '2d'}), 'a value out of range');
check_refused($primary, 'out of range in postgresql.conf', '2d');
$primary->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', "'500ms'");
$primary->reload;
ok($primary->poll_query_until('postgres', q{SELECT current_setting('ulidkit.max_clock_lead', true) = '500ms'}), 'corrected');
is($primary->safe_psql('postgres', 'SELECT ulid_generate() IS NOT NULL'), 't', 'corrected: generates');

# What a session sets before the library is loaded is dropped with a warning, and a reload of the file helps the others.
my (undef, $out, $error) = $primary->psql('postgres', 'SET ulidkit.max_clock_lead = 5; SELECT ulid_generate() IS NOT NULL; SHOW ulidkit.max_clock_lead');
is($out, "t\n500ms", 'a session that sets it has the value of the server');
like($error, qr/WARNING:  parameter "ulidkit\.max_clock_lead" cannot be changed now/, 'with a warning');
{
    local $ENV{PGOPTIONS} = '-c ulidkit.max_clock_lead=5';
    my (undef, $reloaded, $before) = $primary->psql('postgres', "\\set VERBOSITY sqlstate\nSELECT ulid_generate();\nSELECT pg_reload_conf();\nSELECT pg_sleep(0.5);\nSELECT ulid_generate() IS NOT NULL;\nSHOW ulidkit.max_clock_lead", on_error_stop => 0);
    like($before, qr/ERROR:  22023/, 'refused');
    is($reloaded, "t\n\nt\n500ms", 'until the configuration is loaded again');
}

# A line that is removed from the file is as if it had never been there.
$primary->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', undef);
$primary->reload;
ok($primary->poll_query_until('postgres', q{SELECT coalesce(current_setting('ulidkit.max_clock_lead', true), '') <> '500ms'}), 'removed');
is($primary->safe_psql('postgres', 'SELECT ulid_generate() IS NOT NULL; SHOW ulidkit.max_clock_lead'), "t\n1s", 'removed: the default');
$primary->append_conf('postgresql.conf', "ulidkit.max_clock_lead = '500ms'\n");

# Preloaded, the server knows the setting, and refuses the connection.
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\n");
$primary->restart;
{
    local $ENV{PGOPTIONS} = '-c ulidkit.max_clock_lead=5';
    (undef, undef, $error) = $primary->psql('postgres', 'SELECT 1');
    like($error, qr/FATAL:  parameter "ulidkit.max_clock_lead" cannot be changed now/, 'preloaded: refused as an option of the connection');
}
is($primary->safe_psql('postgres', 'SELECT ulid_generate() IS NOT NULL; SHOW ulidkit.max_clock_lead'), "t\n500ms", 'preloaded: the value of the server');

$primary->stop;
done_testing();
