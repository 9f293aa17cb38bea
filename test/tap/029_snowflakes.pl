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

# A server has eight layouts, also after a restart, which does not forget them.
sub attempt_layout { my ($shift) = @_; return error_of("SELECT snowflake_generate('2020-01-01Z', $shift, '1 ms', 0)") }
is(join('', map { attempt_layout($_) } 1 .. 4), '', 'eight layouts');
my $too_many = <<'EOT';
ERROR:  54000: too many layouts of Snowflake IDs
DETAIL:  A server can generate Snowflake IDs of at most 8 combinations of epoch, shift and unit.
HINT:  To forget layouts that are not used any more, restart the server and call ulidkit_reset_generators().
EOT
is(attempt_layout(5), $too_many, 'not nine');
is(attempt_layout(4), '', 'the others go on');
$node->restart;
is(attempt_layout($_), $too_many, 'not nine after a restart') for 5 .. 14;
is(attempt_layout(4), '', 'the others go on, however often that was tried');
is_answer("SELECT count(*) FROM ulidkit_generators() WHERE kind LIKE 'snowflake%'", 1, 'shown is what was used since');
like(error_of('SELECT ulidkit_reset_generators()'), qr/^WARNING:  01000: generators of ulidkit restarted/, 'those not used since the start are forgotten');
is(join('', map { attempt_layout($_) } 5 .. 11), '', 'and there is room');
is(attempt_layout(12), $too_many, 'again for eight');
is(scalar(grep { /^#/ } keys %{ rows() }), 8, 'which the file has');
is(join(' ', grep { !defined rows()->{$_} } keys %$before), '', 'and the kinds');

$node->stop;
done_testing();
