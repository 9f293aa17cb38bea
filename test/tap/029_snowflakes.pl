# What Snowflakes have besides what every kind has: nodes in any place, layouts of which a server has eight, and their rows in
# ulidkit.bounds. The other tests of generators take them as one kind more.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', conf => "fsync = off\nmax_connections = 30\nulidkit.node = 5\n");
sub is_answer { my ($query, $answer, $name) = @_; is($node->safe_psql('postgres', $query), $answer, $name) }
sub error_of {
    my ($query) = @_;
    my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n$query");
    return $error =~ s/^psql:\S+ //mgr =~ s/^LOCATION.*\n?//mr;
}

# The rows of the newer copy in the file: keys in hexadecimal digits, and ceilings.
sub rows {
    my ($data) = slurp_file($node->data_dir . '/ulidkit.bounds');
    my ($newer) = sort { unpack('x16 Q', $b) <=> unpack('x16 Q', $a) } unpack '(a4096)2', $data;
    my %rows = map { my ($key, $ceiling) = unpack 'a16 q'; $key =~ /[^\0]/ ? ($key =~ s/\0+$//r, $ceiling) : () } unpack 'x24 (a32)64', $newer;
    return \%rows;
}

# The file of a server that has made ids of all kinds, as 1.0 writes it, has a row more with the first Snowflake.
newest_ids($node);
my $before = rows();
is(join(' ', sort keys %$before), join(' ', sort @generators), 'the file has a row for each kind');

# Each system's layout, and where its node is.
my %layouts = (
    Twitter => [ '', '>> 12 & 1023' ],
    Discord => [ "'2015-01-01Z'", '>> 12 & 1023' ],
    Instagram => [ "'2011-08-24 21:07:01.721Z', 23, '1 ms', 13", '>> 10 & 8191' ],
    Sonyflake => [ "'2014-09-01Z', 24, '10 ms', 16, 0", '& 65535' ]);
for my $system (sort keys %layouts) {
    my ($arguments, $node_of) = @{ $layouts{$system} };
    is_answer("SELECT DISTINCT id $node_of FROM (SELECT snowflake_generate($arguments) AS id FROM generate_series(1, 600)) AS s", 5, "$system: the node of the server");
}
my $after = rows();
is(join(' ', grep { !defined $after->{$_} || $after->{$_} < $before->{$_} } keys %$before), '', 'the rows of the kinds stay');
is(scalar(grep { /^#/ } keys %$after), 4, 'and each layout has one');

# A number that does not fit, and none.
is(error_of("SELECT snowflake_generate('2015-01-01Z', 22, '1 ms', 2)"), <<'EOT', 'a node that does not fit');
ERROR:  22023: value 5 of "ulidkit.node" is out of range for Snowflake IDs
DETAIL:  With this number of node bits, the node must be between 0 and 3.
HINT:  Use more node bits, or change "ulidkit.node".
EOT

# The number changes, up and down, or its place does: ids go on rising.
my $newest = 0;
for my $number (700, 3, 1023, 0) {
    change_setting($node, 'ulidkit.node', $number);
    for my $place ('', ', node_bits => 13', ', node_shift => 0', ', node_bits => 22', ', node_bits => 0', ', node_bits => 11, node_shift => 5') {
        my ($above, $id) = split /\|/, $node->safe_psql('postgres', "SELECT min(id) > $newest, max(id) FROM (SELECT snowflake_generate('2015-01-01Z'$place) AS id FROM generate_series(1, 20)) AS s");
        is($above, 't', "node $number$place: above those before");
        $newest = $id;
    }
}
change_setting($node, 'ulidkit.node', 5);

# Clients that disagree about the bits of the node never get the same id.
$node->safe_psql('postgres', 'CREATE TABLE made (id bigint PRIMARY KEY, bits integer)');
my $script = $node->basedir . '/insert.sql';
append_to_file($script, <<'SQL');
\set bits random(3, 10)
INSERT INTO made SELECT snowflake_generate('2015-01-01Z', 22, '1 ms', :bits), :bits FROM generate_series(1, 50);
SQL
my @pgbench = ('pgbench', '-n', '-c', 12, '-t', 100, '-f', $script, '-h', $node->host, '-p', $node->port, 'postgres');
command_ok(\@pgbench, '60,000 ids of different nodes at once, without a conflict');
is_answer('SELECT count(*), count(*) FILTER (WHERE id >> (22 - bits) & ((1 << bits) - 1) <> 5) FROM made', '60000|0', 'each with its node in its place');

# An observed id with the number of this server.
sub observe {
    my ($number) = @_;
    return error_of("SELECT snowflake_observe(snowflake_min(clock_timestamp() + interval '50 ms') | (${number}::bigint << 12))");
}
is(observe(6), '', 'another number is not reported');
like(observe(5), qr/^WARNING:  01000: another server generates snowflake values with node 5 of this server\nDETAIL:  This server has not generated \d+\./, 'this number is');
is_answer(q{SELECT node, node_conflicts FROM ulidkit_generators() WHERE kind LIKE 'snowflake(''2010%'}, '5|1', 'and counted');

# Without a number, or with one that does not fit, ids are observed, and what fails uses up no place.
for my $number (-1, 1000) {
    change_setting($node, 'ulidkit.node', $number);
    is(error_of(q{SELECT snowflake_observe(snowflake_min(clock_timestamp()), node_bits => 5)}), '', "node $number: an id is observed");
    like(error_of("SELECT snowflake_generate('2021-01-01Z', $_, '1 ms', 5)"), qr/^ERROR:  (?:55000|22023)/, 'none is generated') for 5 .. 14;
}
change_setting($node, 'ulidkit.node', 5);

# A run of the server has eight layouts at most. After a restart those that are used again count, and others make room;
# their order is kept nevertheless.
sub attempt_layout { my ($shift) = @_; return error_of("SELECT snowflake_generate('2020-01-01Z', $shift, '1 ms', 0)") }
is(join('', map { attempt_layout($_) } 1 .. 4), '', 'eight layouts');
my $too_many = <<'EOT';
ERROR:  54000: too many layouts of Snowflake IDs
DETAIL:  A server can generate Snowflake IDs of at most 8 combinations of epoch, shift and unit.
HINT:  After a restart of the server, only layouts that are used again count. An epoch without a time zone is a different epoch in each time zone; write it with a time zone, as in '2024-01-01Z'.
EOT
is(attempt_layout(5), $too_many, 'not nine');
is(attempt_layout(4), '', 'the others go on');
my $newest_of_first = $node->safe_psql('postgres', "SELECT snowflake_generate('2020-01-01Z', 1, '1 ms', 0)");
$node->restart;
is(attempt_layout(4), '', 'one goes on after a restart');
is(join('', map { attempt_layout($_) } 5 .. 11), '', 'and seven others have room');
is(attempt_layout(12), $too_many, 'again for eight');
is(attempt_layout(1), $too_many, 'also those from before');
is_answer("SELECT count(*) FROM ulidkit_generators() WHERE kind LIKE 'snowflake%'", 8, 'which are shown');
# A layout that has made room begins above its IDs, even though the clock is set back and other layouts fill the file.
$node->stop;
my $clock = $node->basedir . '/clock';
set_clock($clock, -600);
with_clock($clock, sub { $node->start });
like(attempt_layout(1), qr/^ERROR:  55000: system clock is behind the newest snowflake by [56]\d\d\.\d+ seconds/, 'a layout that has made room begins above its IDs');
set_clock($clock, 0);
is_answer("SELECT snowflake_generate('2020-01-01Z', 1, '1 ms', 0) > $newest_of_first", 't', 'and goes on when the clock is right');
is(join('', map { attempt_layout($_) } 12 .. 18), '', 'with seven others');
is(scalar(grep { /^#/ } keys %{ rows() }), 8, 'which the file has');
is(join(' ', grep { !defined rows()->{$_} } grep { !/^#/ } keys %$before), '', 'and the kinds');

# A layout whose first ceiling cannot be written takes no place.
$node->restart;
my $file = $node->data_dir . '/ulidkit.bounds';
rename $file, "$file.kept" or die;
mkdir $file or die;
like(attempt_layout($_), qr/^ERROR: .*ulidkit.bounds/, 'a first ID without a file fails') for 1 .. 3;
rmdir $file or die;
rename "$file.kept", $file or die;
is(join('', map { attempt_layout($_) } 18 .. 25), '', 'and eight other layouts have room');

# The file of a promoted standby is that of the base backup. If its eight layouts are not those that the primary used
# since, these have room, and begin above the rows.
my $primary = server_with_ulidkit('primary', init => { allows_streaming => 1 });
my $use = sub { my ($server, @shifts) = @_; return join ' ', map { $server->safe_psql('postgres', "SELECT snowflake_generate('2020-01-01Z', $_, '1 ms', 0)") } @shifts };
$use->($primary, 1 .. 8);
$primary->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;
$primary->restart;
$primary->safe_psql('postgres', 'CREATE TABLE made (shift integer, id bigint)');
$primary->safe_psql('postgres', "INSERT INTO made SELECT $_, snowflake_generate('2020-01-01Z', $_, '1 ms', 0)") for 11 .. 18;
$primary->wait_for_catchup($standby, 'replay');
$primary->stop;
$standby->promote;
is($standby->safe_psql('postgres', join ';', map { "SELECT snowflake_generate('2020-01-01Z', $_, '1 ms', 0) > id FROM made WHERE shift = $_" } 11 .. 18),
    join("\n", ('t') x 8), 'layouts that are not in the file of a promoted standby have room, and begin above the rows');
$standby->stop;

$node->stop;
done_testing();
