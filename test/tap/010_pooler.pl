# pgbouncer in transaction mode: each transaction of a client can run in another backend, which others used before.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $pgbouncer = '/usr/sbin/pgbouncer';
die 'pgbouncer is missing: install it' unless -x $pgbouncer;

my $node = server_with_ulidkit('main', snowflakes => 1, conf => "fsync = off\n");
my $folder = PostgreSQL::Test::Utils::tempdir_short();
my $user = getpwuid $<;
my $server = 'host=' . $node->host . ' port=' . $node->port . " dbname=postgres user=$user";
append_to_file("$folder/pgbouncer.ini", <<"EOT");
[databases]
three = $server pool_size=3
one = $server pool_size=1
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $folder
auth_type = any
admin_users = $user
pool_mode = transaction
server_round_robin = 1
EOT
my $pooler = IPC::Run::start([ $pgbouncer, "$folder/pgbouncer.ini" ], '>', "$folder/log", '2>&1');

END {
    local $?;
    eval { $pooler->kill_kill } if $pooler;
}

sub pooled_by {
    my ($database) = @_;
    return "host=$folder port=6432 dbname=$database";
}

# The output for a new client of the pool of one backend.
sub pooled {
    my ($sql) = @_;
    return $node->safe_psql('postgres', $sql, connstr => pooled_by('one'));
}
ok(wait_until(sub { -S "$folder/.s.PGSQL.6432" }), 'the pooler is up');

# Two streams of clients share three backends. Those of the extended protocol hand in, as a parameter, the id that they got
# in the transaction before.
my ($clients, $transactions) = (4, 250);
my @before;
my %script = (simple => '', extended => '');
for my $kind (@generators) {
    my $lowest = $node->safe_psql('postgres', qq{
        CREATE TABLE made_$kind (id $type_of{$kind} PRIMARY KEY DEFAULT ${kind}_generate(), before $type_of{$kind}, client integer, backend integer DEFAULT pg_backend_pid());
        SELECT ${kind}_min('-infinity')});
    push @before, '-D', "$kind=$lowest";
    $script{simple} .= "INSERT INTO made_$kind DEFAULT VALUES;\n";
    $script{extended} .= qq{
        INSERT INTO made_$kind (before, client) VALUES (:$kind, :client_id) RETURNING id AS $kind \\gset
        SELECT id AS $kind FROM made_$kind WHERE id = :$kind \\gset\n};
}
my @streams;
for my $protocol (sort keys %script) {
    append_to_file("$folder/$protocol.sql", $script{$protocol});
    push @streams, IPC::Run::start([ 'pgbench', '-n', '-M', $protocol, '-c', $clients, '-t', $transactions, @before,
            '-f', "$folder/$protocol.sql", '-h', $folder, '-p', 6432, 'three' ], '>', "$folder/$protocol.out", '2>&1');
}
ok($_->finish, 'a stream of clients') for @streams;
for my $kind (@generators) {
    is($node->safe_psql('postgres', "SELECT count(DISTINCT id), count(client), count(DISTINCT backend) FROM made_$kind"),
        2 * $clients * $transactions . '|' . $clients * $transactions . '|3', "$kind: all different, by three backends");
    my ($out_of_order, $switches) = split /\|/, $node->safe_psql('postgres', qq{
        SELECT count(*) FILTER (WHERE later.before >= later.id), count(*) FILTER (WHERE later.backend <> earlier.backend)
        FROM made_$kind AS later LEFT JOIN made_$kind AS earlier ON later.before = earlier.id WHERE later.client IS NOT NULL});
    is($out_of_order, 0, "$kind: each above the one before");
    cmp_ok($switches, '>', $transactions / 2, "$kind: which another backend may have made");
}

# Settings and prepared statements of a transaction end with it, even if it fails, although the backend goes on.
my $backend = pooled('SELECT pg_backend_pid()');
my $look = 'SELECT tbsl_extract_machine(tbsl_generate()), timeid_extract_node(timeid_generate()) < 32, pg_backend_pid();';
my $set = 'BEGIN; SET LOCAL ulidkit.tbsl_machine = 42; SET LOCAL ulidkit.timeid_node = 77;';
for my $end ('COMMIT', 'ROLLBACK') {
    is(pooled("$set $look $end"), "42|f|$backend", 'settings of a transaction');
    is(pooled($look), "0|t|$backend", "are gone after $end");
}
$node->psql('postgres', "$set SELECT 'x'::ulid; COMMIT", connstr => pooled_by('one'), on_error_stop => 0);
is(pooled($look), "0|t|$backend", 'are gone after an error');
for my $kind (@generators) {
    is(pooled(qq{
        BEGIN;
        PREPARE known ($type_of{$kind}, timestamptz) AS SELECT count(*) FROM made_$kind WHERE id > \$1 AND ${kind}_extract_timestamp(id) <= \$2;
        EXECUTE known (${kind}_min('-infinity'), 'infinity');
        DEALLOCATE known;
        COMMIT}), 2 * $clients * $transactions, "$kind: a prepared statement");
}

# DISCARD ALL removes what a client left in the backend, but restarts no generator; neither does a new backend.
my $newest = join ', ', map { "${_}_generate()" } @generators;
my $above = sub { join ' AND ', map { "${\$generators[$_]}_generate() > '$_[$_]'" } 0 .. $#generators };
pooled('SET ulidkit.tbsl_machine = 42; SET ulidkit.timeid_node = 77; SET ulidkit.time_planning = off');
is(pooled($look), "42|f|$backend", 'a setting that a client left');
my @ids = split /\|/, pooled("SELECT $newest FROM generate_series(1, 1000) OFFSET 999");
is(pooled('DISCARD ALL; SHOW ulidkit.time_planning'), 'on', 'DISCARD ALL');
is(pooled($look), "0|t|$backend", 'takes it away');
is(pooled("SELECT " . $above->(@ids)), 't', 'but the order stays');
@ids = split /\|/, pooled("SELECT $newest FROM generate_series(1, 1000) OFFSET 999");
$node->safe_psql('postgres', 'RECONNECT', connstr => pooled_by('pgbouncer'));
is(pooled('SELECT pg_backend_pid() <> ' . $backend), 't', 'a new backend');
is(pooled("SELECT " . $above->(@ids)), 't', 'goes on above the old one');

$node->stop;
done_testing();
