# Everything at once on one server, for SOAK_MINUTES, 3 by default: 64 clients that generate, observe, look up, hide, reveal
# and compare queries by time with a column, beside maintenance, DDL and dumps, while the server is stopped, killed and
# crashes, its clock steps, and standbys take over, restarted before their promotion or not. No id is equal to another or
# out of order, no answer differs, and in the end, after a third of the time without interruption, the memory of the
# backends is flat and the indexes are clean.
#
#   test/bin/setup test/bin/with-server test/bin/tap test/soak/soak.pl
use strict;
use warnings;
use IPC::Run;
use List::Util qw(max min sum);
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $minutes = $ENV{SOAK_MINUTES} // 3;
my $clients = 64;
my $seed = $ENV{SOAK_SEED} // time;
srand $seed;
note "seed $seed";

my $keys = PostgreSQL::Test::Utils::tempdir() . '/hide_keys';
append_to_file($keys, "default 6f2d1b8a90c4e7355b1f0e8d7c6a4932\n");
chmod 0600, $keys;
my $node = server_with_ulidkit('soak', snowflakes => 1, init => { allows_streaming => 1 }, conf => <<"CONF");
fsync = off
wal_keep_size = 1GB
restart_after_crash = on
max_connections = 100
shared_buffers = 256MB
max_wal_size = 1GB
ulidkit.max_clock_lead = '1min'
ulidkit.hide_key_file = '$keys'
CONF
my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
my $folder = $node->basedir; # for what is of no server

# Each kind has a table of newest ids with their times in a column, and functions that raise an error if something is wrong.
my $objects = <<'SQL';
CREATE EXTENSION IF NOT EXISTS amcheck;
CREATE SEQUENCE IF NOT EXISTS compared;
CREATE SEQUENCE IF NOT EXISTS looked_up;
CREATE TABLE KIND_made (id TYPE PRIMARY KEY, at timestamptz NOT NULL, n integer NOT NULL,
    created_at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX ON KIND_made (at);
-- Each id is above those that other sessions had committed before, and those of this one.
CREATE FUNCTION KIND_make() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    newest TYPE := (SELECT m.id FROM KIND_made AS m ORDER BY m.id DESC LIMIT 1);
    id TYPE;
BEGIN
    FOR n IN 1..5 LOOP
        id := KIND_generate();
        IF id <= newest THEN
            RAISE EXCEPTION 'misordered: % after %', id, newest;
        END IF;
        newest := id;
        INSERT INTO KIND_made VALUES (id, KIND_extract_timestamp(id), n);
    END LOOP;
END
$$;
CREATE FUNCTION KIND_trim() RETURNS void LANGUAGE sql AS $$
    DELETE FROM KIND_made WHERE id < (SELECT id FROM KIND_made ORDER BY id DESC OFFSET 100000 LIMIT 1)
$$;
-- The same query by the time of the id, as a call or a generated column, and by a column with an index: in one
-- snapshot, with constants and with parameters.
CREATE FUNCTION KIND_compare() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first timestamptz;
    last timestamptz;
    query text;
    same boolean;
BEGIN
    SELECT min(at), max(at) INTO first, last FROM KIND_made;
    IF first IS NULL THEN
        RETURN;
    END IF;
    first := first + (last - first) * random();
    last := first + least(last - first, interval '2 s') * random();
    FOREACH query IN ARRAY ARRAY[
        'SELECT concat(count(*), '' '', sum(n)) FROM KIND_made WHERE TIME >= $1 AND TIME < $2',
        'SELECT concat(min(TIME), '' '', max(TIME)) FROM KIND_made WHERE TIME BETWEEN $1 AND $2',
        'SELECT string_agg(s.t::text, '' '') FROM (SELECT TIME AS t FROM KIND_made WHERE TIME <= $2 ORDER BY TIME DESC LIMIT 20) AS s',
        'SELECT string_agg(concat(s.t, s.count), '' '' ORDER BY s.t) FROM (SELECT date_trunc(''second'', TIME) AS t, count(*)
            FROM KIND_made WHERE TIME > $1 AND TIME <= $2 GROUP BY 1) AS s'] LOOP
        query := format('SELECT (%s) IS NOT DISTINCT FROM (%s)',
            replace(query, 'TIME', CASE WHEN random() < 0.5 THEN 'KIND_extract_timestamp(id)' ELSE 'created_at' END), replace(query, 'TIME', 'at'));
        IF random() < 0.5 THEN
            query := replace(replace(query, '$1', quote_literal(first)), '$2', quote_literal(last));
        END IF;
        EXECUTE query INTO same USING first, last;
        IF NOT same THEN
            RAISE EXCEPTION 'another answer: % with % and %', query, first, last;
        END IF;
    END LOOP;
    PERFORM nextval('compared');
END
$$;
CREATE FUNCTION KIND_look_up() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    chosen TYPE := (SELECT id FROM KIND_made WHERE id >= (SELECT KIND_min(min(at) + (max(at) - min(at)) * random()) FROM KIND_made) ORDER BY id LIMIT 1);
    found TYPE;
BEGIN
    IF chosen IS NULL THEN
        RETURN;
    END IF;
    SELECT id INTO found FROM KIND_made WHERE id::text = chosen::text;
    -- It can have been deleted meanwhile.
    IF found <> chosen THEN
        RAISE EXCEPTION 'found % for %', found, chosen;
    END IF;
    HIDE
    PERFORM nextval('looked_up');
END
$$;
SQL
my $hide = <<'SQL';
    IF KIND_reveal(KIND_hide(chosen, 'soak'), 'soak') <> chosen THEN
        RAISE EXCEPTION 'hidden and revealed otherwise: %', chosen;
    END IF;
SQL
my %can_be_hidden = map { $_ => 1 } split /\n/, $node->safe_psql('postgres', q{SELECT replace(proname, '_hide', '') FROM pg_proc WHERE proname LIKE '%\_hide'});
sub of_kind {
    my ($kind, $sql) = @_;
    my $hidden = $can_be_hidden{$kind} ? $hide : '';
    return $sql =~ s/^ *HIDE\n/$hidden/mr =~ s/KIND/$kind/gr =~ s/TYPE/$type_of{$kind}/gr;
}
$node->safe_psql('postgres', of_kind($_, $objects)) for @generators;

# What the clients do, with weights.
my @scripts;
sub script {
    my ($name, $weight, $sql) = @_;
    my $file = "$folder/$name.sql";
    append_to_file($file, $sql);
    push @scripts, '-f', "$file\@$weight";
}
for my $kind (@generators) {
    script("make_$kind", 40, "SELECT ${kind}_make();\n");
    script("trim_$kind", 1, "SELECT ${kind}_trim();\n");
    script("compare_$kind", 8, "SELECT ${kind}_compare();\n");
    script("look_up_$kind", 10, "SELECT ${kind}_look_up();\n");
    script("observe_$kind", 2, "SELECT ${kind}_observe(${kind}_max(clock_timestamp() + interval '5 ms'));\n");
}
my $chores = "$folder/chores.sql";
my $chore = join '', map { of_kind($_, <<'SQL') } @generators;
VACUUM KIND_made;
REINDEX INDEX CONCURRENTLY KIND_made_pkey;
ANALYZE KIND_made;
CREATE TABLE KIND_parts (id TYPE PRIMARY KEY DEFAULT KIND_generate(), n integer) PARTITION BY RANGE (id);
CREATE TABLE KIND_part PARTITION OF KIND_parts DEFAULT;
INSERT INTO KIND_parts (n) SELECT generate_series(1, 100);
CREATE INDEX KIND_text ON KIND_part ((id::text));
SELECT count(*) FROM KIND_parts WHERE KIND_extract_timestamp(id) > now() - interval '1 day';
DROP TABLE KIND_parts;
SQL
append_to_file($chores, $chore x 100);

# Processes of a round, with the files to which they print their errors.
my %running;
sub start_process {
    my ($name, $command, $out) = @_;
    my $errors = $folder . '/errors.' . keys %running;
    $running{$name} = { errors => $errors, run => IPC::Run::start($command, '>', $out // '/dev/null', '2>', $errors) };
}
sub end_processes {
    my ($how) = @_;
    my @wrong;
    for my $name (sort keys %running) {
        my $process = $running{$name};
        eval { $process->{run}->kill_kill };
        # A server that is stopped ends the parallel workers of a query. pg_dump opens what a chore drops at the moment.
        push @wrong, map { "$name: $_" } grep { /ERROR:  |PANIC:  / && !/terminating background worker "parallel worker"/
            && !($name eq 'dumps' && /could not open relation with OID|cache lookup failed|does not exist/) } split /\n/, slurp_file($process->{errors});
    }
    %running = ();
    is(join("\n", @wrong[0 .. min($#wrong, 9)]), '', "$how: nothing is wrong");
}

# Ids that clients have read, some hundred a second of each kind.
sub stream { my ($kind) = @_; return $folder . "/$kind.ids" }
sub start_clients {
    my @connection = ('-h', $node->host, '-p', $node->port);
    start_process('clients', [ 'pgbench', '-n', '-c', $clients, '-j', 2, '-T', 7200, @scripts, @connection, 'postgres' ]);
    start_process('chores', [ 'psql', '-X', '-q', @connection, '-d', 'postgres', '-f', $chores ]);
    start_process('dumps', [ 'sh', '-c', "while pg_dump @connection -d postgres -f /dev/null --lock-wait-timeout=60s; do sleep 1; done" ]);
    for my $kind (@generators) {
        unlink stream($kind);
        start_process("stream of $kind", [ 'psql', '-X', '-q', @connection, '-d', 'postgres', '-c',
                "COPY (SELECT ${kind}_generate() FROM (SELECT generate_series(1, 1000000000)) AS s (n), LATERAL (SELECT pg_sleep(0.002 + 0 * n)) AS p) TO STDOUT" ], stream($kind));
    }
}
sub ids_seen {
    my %seen;
    for my $kind (@generators) {
        my @lines = grep { /\n\z/ } split /^/m, (-e stream($kind) ? slurp_file(stream($kind)) : '');
        next unless @lines;
        my $last = $lines[-1] =~ s/\n//r;
        $seen{$kind} = { last => $last, count => scalar @lines };
    }
    return \%seen;
}

# The number of ids generated, of which those of the last second before a crash are not counted.
my ($generated, $in_this_life) = (0, 0);
sub watch {
    my ($seconds) = @_;
    my $until = time + $seconds;
    while (time < $until) {
        my ($status, $out) = $node->psql('postgres', 'SELECT sum(generated) FROM ulidkit_generators()');
        $in_this_life = $out if $status == 0 && $out > $in_this_life;
        select undef, undef, undef, 1;
    }
}

sub check_above {
    my ($seen, $how) = @_;
    for my $kind (sort keys %$seen) {
        is($node->safe_psql('postgres', "SELECT id > '$seen->{$kind}{last}' FROM (SELECT ${kind}_generate() AS id OFFSET 0) AS s"), 't',
            "$how: $kind goes on above the $seen->{$kind}{count} ids read");
    }
}

# Starts the server, every second time with a clock that can step.
my ($rounds, $steps, $fake) = (0, 0, 0);
sub step_clock {
    set_clock($clock, rand(6) - 3);
    ++$steps;
}
sub with_some_clock {
    my ($code) = @_;
    $fake = $rounds % 2;
    return $fake ? with_clock($clock, $code) : $code->();
}
set_clock($clock, 0);

# A standby that takes over. One that is restarted needs the library preloaded: see docs/operate.md.
my ($standby, $standbys, $restarts) = (undef, 0, 0);
sub make_standby {
    my $name = 'standby_' . ++$standbys;
    $node->backup($name);
    $standby = PostgreSQL::Test::Cluster->new($name);
    $standby->init_from_backup($node, $name, has_streaming => 1);
    $standby->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\n");
    with_some_clock(sub { $standby->start });
}
sub check_log {
    my ($server) = @_;
    my $log = slurp_file($server->logfile);
    # A standby whose primary has stopped.
    $log =~ s/^.* FATAL:  could not (?:connect to the primary server|receive data from WAL stream).*$//mg;
    # PostgreSQL 18 fails an assertion of its own if the postmaster is killed while a backend waits for parallel workers, as that
    # exits within its exit: passed over in processes that have said so.
    for my $pid ($log =~ /\[(\d+)\] \S+ FATAL:  postmaster exited during a parallel transaction$/mg) {
        $log =~ s/^TRAP: failed Assert\("!IsTransactionOrTransactionBlock\(\)"\), File: "pgstat\.c", Line: \d+, PID: $pid$//m;
    }
    unlike($log, qr/PANIC|TRAP|FATAL:  .*ulidkit|terminated by signal (?!9:)/, 'nothing unexpected in the log of ' . $server->name);
}

my %ends = (
    'failed over' => sub {
        $node->stop(rand() < 0.5 ? 'fast' : 'immediate');
        end_processes('failed over');
        check_log($node);
        if (rand() < 0.5) {
            ++$restarts;
            with_some_clock(sub { $standby->restart });
        }
        $standby->promote;
        ($node, $standby) = ($standby, undef);
    },
    'stopped' => sub { $node->stop('fast'); with_some_clock(sub { $node->start }) },
    'stopped at once' => sub { $node->stop('immediate'); with_some_clock(sub { $node->start }) },
    'killed' => sub { $node->kill9; end_processes('killed'); with_some_clock(sub { start_again($node) }) },
    'crashed' => sub {
        my $logged = -s $node->logfile;
        kill 'KILL', $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1});
        # The server accepts connections until it notices.
        ok(wait_until(sub { slurp_file($node->logfile, $logged) =~ /database system is ready to accept connections/ }), 'recovered');
    });
my @order = sort keys %ends;
my $start = time;
my %times;
while (time < $start + $minutes * 60 * 2 / 3) {
    my $end = $order[$rounds % @order];
    ++$rounds;
    make_standby() if $end eq 'failed over';
    start_clients();
    my $length = min(10 + rand 20, $minutes * 10);
    for (1 .. 4) {
        watch($length / 4);
        step_clock() if $fake;
    }
    $ends{$end}->();
    my $seen = ids_seen();
    end_processes("round $rounds, $end");
    $generated += $in_this_life;
    $in_this_life = 0;
    check_above($seen, "round $rounds, $end");
    ++$times{$end};
    # Indexes that were being made.
    $node->safe_psql('postgres', $_) for split /\n/, $node->safe_psql('postgres', q{
        SELECT 'DROP INDEX ' || indexrelid::regclass FROM pg_index WHERE NOT indisvalid
        UNION ALL SELECT 'DROP TABLE ' || relname FROM pg_class WHERE relname LIKE '%\_parts' AND relkind = 'p'});
}

# Without interruption.
start_clients();
sub backends {
    my @pids = split /\n/, $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query ~ '^SELECT \w+_(make|trim|compare|look_up|observe)\('});
    return @pids;
}
my $memory = sub {
    my @pids = backends();
    my @sizes = map { -r "/proc/$_/status" && slurp_file("/proc/$_/status") =~ /^RssAnon:\s*(\d+) kB/m ? $1 : () } @pids;
    return @sizes ? sum(@sizes) / @sizes : 0;
};
my $left = max($start + $minutes * 60 - time, 30);
watch($left / 2);
my $before = $memory->();
watch($left / 2);
my $after = $memory->();
my $seen = ids_seen();
is(scalar(backends()), $clients, 'no client has ended');
end_processes('without interruption');
$node->safe_psql('postgres', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL');
$node->poll_query_until('postgres', 'SELECT count(*) = 1 FROM pg_stat_activity WHERE datname IS NOT NULL') or die 'backends go on';
$generated += $in_this_life;
check_above($seen, 'without interruption');
cmp_ok($before, '>', 0, 'memory of the backends');
cmp_ok($after, '<', $before * 1.1 + 256, 'it does not grow');

is($node->safe_psql('postgres', q{
    SELECT count(*) > 0 FROM (SELECT bt_index_parent_check(indexrelid, heapallindexed => true, rootdescend => true)
        FROM pg_index AS i JOIN pg_class AS c ON indrelid = c.oid WHERE relname LIKE '%\_made' AND indisvalid OFFSET 0) AS s}), 't', 'amcheck of the indexes');
is($node->safe_psql('postgres', q{SELECT relname, h.* FROM pg_class, verify_heapam(pg_class.oid::regclass) AS h WHERE relname LIKE '%\_made' AND relkind = 'r'}),
    '', 'and of the tables');
check_log($node);
my ($compared, $looked_up) = split /\|/, $node->safe_psql('postgres', 'SELECT c.last_value, l.last_value FROM compared AS c, looked_up AS l');
diag sprintf '%d minutes: %d ids, %d comparisons, %d look-ups; %d rounds (%s, %d of the standbys restarted), %d clock steps; memory of a backend %d and %d kB', $minutes, $generated,
    $compared, $looked_up, $rounds, join(', ', map { "$times{$_} $_" } sort keys %times), $restarts, $steps, $before, $after;

$node->stop;
done_testing();
