# The update from the library of 1.0.0 whose staged installation is OLD_STAGE, preloaded or not: the files are replaced while
# sessions are open, then the objects updated. Ids stay in order over both libraries, through crashes and restarts, and queries
# by time keep their answers. Then back, dumps of both versions in both, and a subscriber that is not updated yet.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my %root;

# Puts a staged installation over what a server has, each file as a new one, as packages do.
sub install {
    my ($node, $stage) = @_;
    system_or_bail 'cp', '-r', '--remove-destination', "$stage/.", $root{ $node->name };
}

sub server_with_1_0 {
    my ($name, $conf) = @_;
    my ($path, $root) = installed_copy($ENV{PG_CONFIG}, $ENV{OLD_STAGE});
    my $node = PostgreSQL::Test::Cluster->new($name, install_path => $path);
    $root{$name} = $root;
    $node->init(allows_streaming => 'logical');
    $node->append_conf('postgresql.conf', "max_connections = 40\nrestart_after_crash = on\njit = off\n$conf");
    $node->start;
    $node->safe_psql('postgres', 'CREATE EXTENSION ulidkit');
    is(library_of($node), '1.0.0', "$name: the library of 1.0.0");
    @generators = generators_of($node, 'postgres');
    return $node;
}

sub library_of { return $_[0]->safe_psql($_[1] // 'postgres', 'SELECT ulidkit_version()') }

# Functions of the time of each kind, and of ids in types of PostgreSQL's.
my %times = (
    (map { $_ => $_ } qw(ulid scru160 ulidflake timeid tbsl)),
    uuidv7 => 'uuid', snowflake => 'bigint', ulidtext => 'text', binaryid => 'bytea');
sub for_times {
    my ($sql) = @_;
    return join ";\n", map { my $name = $_; $sql =~ s/KIND/$name/gr =~ s/TYPE/$times{$name}/gr } sort keys %times;
}
my $fill = for_times(<<'SQL');
CREATE TABLE of_KIND (id TYPE COLLATE "C", n integer,
    created_at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED);
INSERT INTO of_KIND SELECT KIND_min('2025-01-01Z'::timestamptz + n * interval '1 h'), n FROM generate_series(1, 2000) n;
CREATE UNIQUE INDEX ON of_KIND (id);
CREATE TABLE parted_KIND (id TYPE COLLATE "C", n integer) PARTITION BY RANGE (id);
CREATE TABLE parted_KIND_rest PARTITION OF parted_KIND DEFAULT;
DO $$ BEGIN
    EXECUTE format('CREATE TABLE parted_KIND_0 PARTITION OF parted_KIND FOR VALUES FROM (%L) TO (%L)',
        KIND_min('2025-01-01Z'), KIND_min('2025-02-01Z'));
END $$;
INSERT INTO parted_KIND SELECT id, n FROM of_KIND;
CREATE VIEW january_KIND AS SELECT * FROM of_KIND WHERE KIND_extract_timestamp(id) BETWEEN '2025-01-05Z' AND '2025-01-06Z';
SQL
$fill =~ s/(?<!text) COLLATE "C"//g;
my $time = 'KIND_extract_timestamp(id)';
my @queries = (
    "SELECT sum(n) FROM of_KIND WHERE $time >= '2025-01-03Z' AND $time < '2025-01-04Z'",
    'SELECT sum(n) FROM january_KIND',
    "SELECT sum(n) FROM parted_KIND WHERE $time < '2025-01-04Z'",
    "SELECT sum(n) FROM (SELECT * FROM of_KIND UNION ALL SELECT *, NULL FROM parted_KIND) u WHERE $time > '2025-03-01Z'",
    "SELECT n FROM of_KIND WHERE n > 100 ORDER BY $time LIMIT 2",
    "SELECT sum(a.n) FROM of_KIND a JOIN of_KIND b ON a.KIND_time = b.KIND_time WHERE b.n < 9",
    "SELECT sum(b.n) FROM of_KIND a JOIN of_KIND b
        ON b.KIND_time > a.KIND_time AND b.KIND_time < a.KIND_time + interval '3 h' WHERE a.n < 9");
$_ =~ s/(\w)\.KIND_time/KIND_extract_timestamp($1.id)/g for @queries;

# Starts a session of each kind that generates some hundred ids in a second, and writes them to a file.
sub start_streams {
    my ($node, $name) = @_;
    my %streams;
    for my $kind (@generators) {
        my $file = $node->basedir . "/$kind.$name";
        my $ids = "SELECT ${kind}_generate() FROM (SELECT pg_sleep(0.002) FROM generate_series(1, 1000000)) AS s";
        $streams{$kind} = { file => $file, run => IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'),
            '-c', "COPY ($ids) TO STDOUT" ], '>', $file, '2>', '/dev/null') };
    }
    ok(wait_until(sub { !grep { (-s $streams{$_}{file} // 0) < 4000 } @generators }), "$name: streams of ids");
    return \%streams;
}

# Checks what streams that a crash has ended have written: each is in order, and no id is in two. Returns the last of all, in the
# form of the result of end_load().
sub end_streams {
    my ($node, @streams) = @_;
    my %seen;
    for my $kind (@generators) {
        my $made = '';
        for my $stream (map { $_->{$kind} } @streams) {
            eval { $stream->{run}->finish };
            $made .= "COPY made (id) FROM '$stream->{file}';
                UPDATE made SET file = '$stream->{file}' WHERE file IS NULL;";
        }
        my ($misplaced, $count, $last) = split /\|/, $node->safe_psql('postgres', <<"SQL");
CREATE TEMPORARY TABLE made (file text, n serial, id $type_of{$kind} UNIQUE);
$made
SELECT count(*) FILTER (WHERE id <= before), count(*), (array_agg(id ORDER BY id DESC))[1]
FROM (SELECT id, lag(id) OVER (PARTITION BY file ORDER BY n) AS before FROM made) AS s
SQL
        is($misplaced, 0, "$kind: streams are in order");
        $seen{$kind} = { count => $count, last => $last };
    }
    return \%seen;
}

my $list = "SELECT sum(n) FROM of_KIND WHERE $time = ANY (ARRAY[timestamptz '2025-01-03Z', '2025-01-04Z'])";

my $snowflakes = "snowflake_generate('2024-01-01Z', 10, '1 ms', 0)";

# Ids that several sessions generate in turn.
sub in_order {
    my ($name, @sessions) = @_;
    for my $kind (@generators) {
        my ($above, $last) = ('', "${kind}_min('2025-01-01Z')");
        for my $session ((@sessions) x 20) {
            my ($id, $is_above) = split /\|/,
                $session->query_safe("SELECT id, id > $last FROM (SELECT ${kind}_generate() AS id OFFSET 0) AS s");
            ($above, $last) = ("$above$is_above", "'$id'");
        }
        is($above, 't' x (20 * @sessions), "$name: $kind in order");
    }
}

for my $preloaded (0, 1) {
    my $name = $preloaded ? 'preloaded' : 'loaded';
    my $node = server_with_1_0($name, $preloaded ? "shared_preload_libraries = 'ulidkit'\n" : '');
    # A worker for all plans that can have one.
    my $force = $node->pg_version >= 16 ? 'debug_parallel_query' : 'force_parallel_mode';
    $node->safe_psql('postgres', $fill);
    $node->safe_psql('postgres', 'ANALYZE');
    my $all = join ";\n", map { for_times($_) } @queries;
    my $answers = $node->safe_psql('postgres', "SET ulidkit.time_planning = off; $all");
    my $of_list = $node->safe_psql('postgres', "SET ulidkit.time_planning = off; " . for_times($list));
    my @open = map { $node->background_psql('postgres', on_error_stop => 0) } 1 .. 2;
    $open[1]->query_safe("SET $force = on; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
        SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0");
    $_->query_safe('SET enable_seqscan = off') for @open;
    is($_->query_safe($all), $answers, "$name: answers of 1.0.0") for @open;
    like($open[1]->query_safe("EXPLAIN $queries[-1]" =~ s/KIND/uuidv7/gr), qr/Gather.*ulidkit_at_most/s,
        "$name: by its own functions, in a worker");
    like($open[1]->query_safe("EXPLAIN $list" =~ s/KIND/uuidv7/gr), qr/Gather.*ulidkit list/s, "$name: a list in a worker");
    my @streams = start_streams($node, 'old');

    install($node, $ENV{STAGE});
    my $new = $node->background_psql('postgres', on_error_stop => 0);
    is($new->query_safe('SELECT ulidkit_version()') eq '1.0.0', !!$preloaded, "$name: the library of a new session");
    push @streams, start_streams($node, 'new');
    is($open[0]->query_safe('SELECT ulidkit_version()'), '1.0.0', "$name: an open one keeps its own");
    in_order("$name, both libraries", $open[0], $new);
    is($_->query_safe($all), $answers, "$name: answers with both libraries") for @open, $new;
    my ($out) = $open[1]->query(for_times($list));
    if ($preloaded) {
        is($out, $of_list, "$name: a list in a worker");
    } else {
        is($out, '', "$name: a list in a worker of the new library");
        like($open[1]->{stderr}, qr/ERROR:  query was planned by another version of ulidkit\n/, "$name: is an error");
        $open[1]->{stderr} = '';
    }
    is($_->query_safe(for_times($list)), $of_list, "$name: lists in others") for $open[0], $new;
    $node->safe_psql('postgres', "CREATE VIEW by_function AS SELECT n FROM of_uuidv7
        WHERE ulidkit_at_least(id, uuidv7_min('2025-03-20Z')) AND ulidkit_for_each_table(n > 7)");
    is($node->safe_psql('postgres', 'SELECT count(*) FROM by_function'), 129, "$name: a view that calls functions of 1.0");

    # The objects, while the sessions are open.
    my $update = 'ALTER EXTENSION ulidkit UPDATE';
    like(($node->psql('postgres', $update))[2], qr/view by_function depends on function/, "$name: the view prevents the update");
    $node->safe_psql('postgres', 'DROP VIEW by_function');
    if ($preloaded) {
        like(($node->psql('postgres', $update))[2], qr/could not find function "\w+"/, "$name: so does the library of 1.0.0");
    } else {
        $node->safe_psql('postgres', $update);
    }
    is($_->query_safe($all), $answers, "$name: answers after it") for @open, $new;
    is($_->query_safe(for_times($list)), $of_list, "$name: and of lists") for $open[0], $new;
    in_order("$name, updated", $open[0], $new);
    crash($node, $node->safe_psql('postgres', "SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%timeid%' LIMIT 1"));
    ok(recovers($node), "$name: recovered");
    my $seen = end_streams($node, @streams);
    check_next($node, $seen, "$name: after a crash with both libraries");
    eval { $_->quit } for @open, $new;
    $seen = newest_ids($node);
    $node->restart;
    isnt(library_of($node), '1.0.0', "$name: the library after a restart");
    check_next($node, $seen, "$name: restarted");
    $node->safe_psql('postgres', $update);
    is($node->safe_psql('postgres', "SET enable_seqscan = off; $all"), $answers, "$name: answers of 1.1");
    $node->safe_psql('postgres', 'CREATE DATABASE fresh; CREATE DATABASE copy');
    $node->safe_psql('postgres', "SELECT $snowflakes");
    $node->safe_psql('fresh', 'CREATE EXTENSION ulidkit');
    # What the test has made would be in the dump.
    $node->safe_psql('copy', "CREATE EXTENSION ulidkit VERSION '1.0'; $update");
    is_installed_as($node, 'copy', 'fresh', "$name: the catalog of a fresh installation");
    my $dump = $node->basedir . '/of_1_1.sql';
    $node->command_ok([ 'pg_dump', '-f', $dump, '-d', $node->connstr('postgres') ], "$name: a dump");

    # A server with 1.0.0 restores it, and its own dump comes back.
    my $other = server_with_1_0("other_$name", '');
    $other->safe_psql('postgres', 'DROP EXTENSION ulidkit; CREATE DATABASE restored');
    $other->safe_psql('restored', "\\set ON_ERROR_STOP on\n\\i $dump\n");
    is($other->safe_psql('restored', "SET enable_seqscan = off; $all"), $answers, "$name: 1.0.0 restores a dump of 1.1");
    $other->command_ok([ 'pg_dump', '-f', "$dump.back", '-d', $other->connstr('restored') ], "$name: a dump of 1.0.0");
    $node->safe_psql('postgres', 'CREATE DATABASE restored');
    $node->safe_psql('restored', "\\set ON_ERROR_STOP on\n\\i $dump.back\n");
    is($node->safe_psql('restored', "SET enable_seqscan = off; $all"), $answers, "$name: 1.1 restores a dump of 1.0.0");

    # Rows go from one to the other, and the subscriber's generators follow.
    for my $pair ([ $node, $other ], [ $other, $node ]) {
        my ($from, $to) = @$pair;
        my $how = "$name: from " . library_of($from, 'restored') . ' to ' . library_of($to, 'restored');
        $from->safe_psql('restored', 'CREATE TABLE sent (id ulid PRIMARY KEY, other uuid); CREATE PUBLICATION p FOR TABLE sent');
        $to->safe_psql('restored', "CREATE TABLE sent (id ulid PRIMARY KEY, other uuid);
            CREATE TRIGGER observe BEFORE INSERT ON sent FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id', 'other');
            ALTER TABLE sent ENABLE ALWAYS TRIGGER observe");
        $to->safe_psql('restored', sprintf 'CREATE SUBSCRIPTION s CONNECTION $$%s$$ PUBLICATION p WITH (binary = true)',
            $from->connstr('restored'));
        $from->wait_for_catchup('s');
        $from->safe_psql('restored', "INSERT INTO sent
            SELECT ulid_generate(clock_timestamp() + interval '100 ms'), uuidv7_generate() FROM generate_series(1, 100)");
        $from->wait_for_catchup('s');
        is($to->safe_psql('restored', 'SELECT count(*), max(id) < ulid_generate() FROM sent'), '100|t', $how);
        $to->safe_psql('restored', 'DROP SUBSCRIPTION s; DROP TABLE sent');
        $from->safe_psql('restored', 'DROP TABLE sent');
    }

    # The older library reads what the newer one left in ulidkit.bounds, also of Snowflakes, and the other way round.
    $seen = newest_ids($node);
    my $snowflake = $node->safe_psql('postgres', "SELECT $snowflakes");
    $node->stop;
    install($node, $ENV{OLD_STAGE});
    $node->start;
    is(library_of($node), '1.0.0', "$name: back to the older files");
    check_next($node, $seen, "$name: back");
    is($node->safe_psql('postgres', "SET enable_seqscan = off; $all"), $answers, "$name: its answers with the objects of 1.1");
    $seen = newest_ids($node);
    $node->kill9;
    start_again($node);
    check_next($node, $seen, "$name: back, and killed");
    $seen = newest_ids($node);
    $node->stop;
    install($node, $ENV{STAGE});
    $node->start;
    check_next($node, $seen, "$name: forward again");
    is($node->safe_psql('postgres', "SELECT $snowflakes > $snowflake;
        SELECT not_before >= snowflake_extract_timestamp($snowflake, '2024-01-01Z', 10) FROM ulidkit_generators()
        WHERE kind LIKE 'snowflake(%'"),
        "t\nt", "$name: forward again: Snowflakes");
    is(() = slurp_file($node->logfile) =~ /(?:FATAL|ERROR|WARNING|LOG):  (?!statement)[^\n]*(?:bounds|memory)/g, 1,
        "$name: the log tells of the first start alone");
    $_->stop for $node, $other;
}

done_testing();
