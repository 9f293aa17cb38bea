# Tables on other servers: conditions that postgres_fdw sends there (`extensions 'ulidkit'`) mean the same as here. Tables
# that are partitioned over two servers, by hash and by time, store each row on the right one and look for it only there.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

# With a time zone, a node, a machine and a scalability id of its own.
sub server {
    my ($name, $number, $zone) = @_;
    return server_with_ulidkit($name, conf => "fsync = off\ntimezone = '$zone'\n"
            . "ulidkit.timeid_node = 10$number\nulidkit.tbsl_machine = $number\nulidkit.ulidflake_scalability_id = $number\n");
}
my $local = server('local', 0, 'Asia/Tokyo');
my @shards = (server('shard_0', 1, 'America/New_York'), server('shard_1', 2, 'Australia/Lord_Howe'));
my $major = $local->safe_psql('postgres', "SELECT current_setting('server_version_num')::integer / 10000");

# KIND is the kind, and GENERATE makes ids of it that tell the servers apart.
my %generate = map { $_ => "${_}_generate()" } @kinds;
$generate{ulidflake} = 'ulidflake_generate_scalable()';

sub each_kind {
    my ($sql) = @_;
    return join '', map { my $kind = $_; $sql =~ s/KIND/$kind/gr =~ s/GENERATE/$generate{$kind}/gr } @kinds;
}

# Tables are not in the schema of ulidkit: what is in public is ulidkit's.
my $schema = 'CREATE SCHEMA data; SET search_path = data, public;';
for my $i (0, 1) {
    $shards[$i]->safe_psql('postgres', $schema . each_kind(qq{
        CREATE TABLE KIND_row (id KIND PRIMARY KEY, n integer, day KIND);
        INSERT INTO KIND_row SELECT KIND_generate('2025-01-01Z'::timestamptz + n * interval '10 minutes'), n,
            KIND_min('2025-01-01Z'::timestamptz + n % 7 * interval '1 day') FROM generate_series(1, 2000) AS n;
        INSERT INTO KIND_row SELECT day, -n, day FROM KIND_row WHERE n < 7;
        CREATE VIEW KIND_new AS SELECT GENERATE AS id FROM generate_series(1, 5000);
        CREATE TABLE KIND_hashed (id KIND PRIMARY KEY DEFAULT GENERATE, n integer) PARTITION BY HASH (id);
        CREATE TABLE KIND_hash PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 2, REMAINDER $i);
        CREATE TABLE KIND_year (id KIND PRIMARY KEY DEFAULT GENERATE, n integer);}));
}
# Transferring rows is set to cost more than any work on the other server.
my $create_server = sub {
    my ($name, $node, $options) = @_;
    return sprintf q{CREATE SERVER %s FOREIGN DATA WRAPPER postgres_fdw
            OPTIONS (host '%s', port '%s', dbname 'postgres', fdw_startup_cost '0', fdw_tuple_cost '100'%s);
        CREATE USER MAPPING FOR CURRENT_USER SERVER %1$s;}, $name, $node->host, $node->port, $options;
};
my $listed = ", extensions 'ulidkit', async_capable 'true'";
$local->safe_psql('postgres', "$schema CREATE EXTENSION postgres_fdw;"
        . $create_server->('server_0', $shards[0], $listed) . $create_server->('server_1', $shards[1], $listed)
        . $create_server->('unlisted', $shards[0], '') . each_kind(q{
    CREATE FOREIGN TABLE KIND_remote (id KIND, n integer, day KIND) SERVER server_0 OPTIONS (table_name 'KIND_row');
    CREATE FOREIGN TABLE KIND_unlisted (id KIND, n integer, day KIND) SERVER unlisted OPTIONS (table_name 'KIND_row');
    CREATE TABLE KIND_copy AS SELECT * FROM KIND_unlisted;
    CREATE FOREIGN TABLE KIND_new_0 (id KIND) SERVER server_0 OPTIONS (table_name 'KIND_new');
    CREATE FOREIGN TABLE KIND_new_1 (id KIND) SERVER server_1 OPTIONS (table_name 'KIND_new');
    CREATE TABLE KIND_hashed (id KIND DEFAULT GENERATE, n integer) PARTITION BY HASH (id);
    CREATE FOREIGN TABLE KIND_hash_0 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0) SERVER server_0 OPTIONS (table_name 'KIND_hash');
    CREATE FOREIGN TABLE KIND_hash_1 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1) SERVER server_1 OPTIONS (table_name 'KIND_hash', batch_size '50');
    CREATE TABLE KIND_dated (id KIND DEFAULT GENERATE, n integer) PARTITION BY RANGE (id);
    CREATE FOREIGN TABLE KIND_year_2024 PARTITION OF KIND_dated FOR VALUES FROM (KIND_min('2024-01-01Z')) TO (KIND_min('2025-01-01Z'))
        SERVER server_0 OPTIONS (table_name 'KIND_year');
    CREATE FOREIGN TABLE KIND_year_2025 PARTITION OF KIND_dated FOR VALUES FROM (KIND_min('2025-01-01Z')) TO (KIND_min('2026-01-01Z'))
        SERVER server_1 OPTIONS (table_name 'KIND_year');
    ANALYZE KIND_remote, KIND_unlisted, KIND_copy;}));

# The output of the steps, all in one session.
sub query {
    my $printed = $local->safe_psql('postgres', join "\n\\echo ==\n", 'SET search_path = data, public; SET jit = off;', map { "$_;" } @_);
    my (undef, @answers) = split /^==\n?/m, $printed, 2 + @_;
    chomp @answers;
    return wantarray ? @answers : $answers[0];
}

# Queries of a table, and the SQL that is sent to the other server.
my $id = q{'[^']+'(?:::public\.KIND)?};
my $array = q{'\{[^']+\}'::public\.KIND\[\]};
my $time = 'id::timestamp with time zone';
my $when = q{'[^']+'::timestamp with time zone};
my @queries = (
    [ 'equality', 'SELECT n FROM TABLE WHERE id = ONE', qr/WHERE \(\(id = $id\)\)$/ ],
    [ 'a value that is found first', 'SELECT n FROM TABLE WHERE id = (SELECT min(id) FROM KIND_copy)', qr/WHERE \(\(id = \$1::public\.KIND\)\)$/ ],
    [ 'inequality', 'SELECT n FROM TABLE WHERE id <> ONE', qr/WHERE \(\(id <> $id\)\)$/ ],
    [ 'a range', q{SELECT n FROM TABLE WHERE id >= KIND_min('2025-01-03Z') AND id < KIND_min('2025-01-04Z')},
        qr/WHERE \(\(id >= $id\)\) AND \(\(id < $id\)\)$/ ],
    # Before 17 an array type belongs to no extension, and so its values are not sent.
    [ 'a list', 'SELECT n FROM TABLE WHERE id IN (ONE, OTHER)', $major < 17 ? qr/KIND_row$/ : qr/WHERE \(\(id = ANY \($array\)\)\)$/ ],
    [ 'alternatives', 'SELECT n FROM TABLE WHERE id = ONE OR id = OTHER', qr/WHERE .*\(id = / ],
    [ 'order', 'SELECT n FROM TABLE ORDER BY id LIMIT 5', qr/ORDER BY id ASC NULLS LAST LIMIT 5::bigint$/ ],
    [ 'order, descending', 'SELECT n FROM TABLE ORDER BY id DESC LIMIT 5', qr/ORDER BY id DESC NULLS FIRST LIMIT 5::bigint$/ ],
    [ 'a join', 'SELECT a.n, b.n FROM TABLE AS a JOIN TABLE AS b ON a.id = b.day', qr/INNER JOIN data\.KIND_row r2 ON \(\(\(r1\.id = r2\.day\)\)\)\)$/ ],
    [ 'aggregates', 'SELECT min(id), max(id), count(DISTINCT day), count(id) FROM TABLE', qr/SELECT public\.min\(id\), public\.max\(id\), count\(DISTINCT day\), count\(id\) FROM/ ],
    [ 'groups', 'SELECT day, min(id), max(id), count(*) FROM TABLE GROUP BY day', qr/SELECT day, public\.min\(id\), public\.max\(id\), count\(\*\) FROM \S+ GROUP BY 1$/ ],
    [ 'one that has more than', 'SELECT day, count(*) FROM TABLE GROUP BY day HAVING max(id) > ONE', qr/GROUP BY 1 HAVING \(\(public\.max\(id\) > $id\)\)$/ ],
    [ 'a function', 'SELECT n FROM TABLE WHERE id = KIND_min(day::timestamptz)', qr/WHERE \(\(id = public\.KIND_min\(day::timestamp with time zone\)\)\)$/ ],
    [ 'groups by time', 'SELECT KIND_extract_timestamp(day), count(*) FROM TABLE GROUP BY 1', qr/SELECT public\.KIND_extract_timestamp\(day\), count\(\*\) FROM \S+ GROUP BY 1$/ ],
    [ 'bytes', q{SELECT n FROM TABLE WHERE id::bytea < ONE::bytea}, qr/WHERE \(\(id::bytea < E'\\\\x[0-9a-f]+'::bytea\)\)$/ ],
    # Conditions on the time are sent as they are written, if what they compare with is the same on each server. The other
    # server plans them.
    [ 'a range of time', q{SELECT n FROM TABLE WHERE id::timestamptz >= '2025-01-03' AND id::timestamptz < '2025-01-04'},
        qr/WHERE \(\($time >= $when\)\) AND \(\($time < $when\)\)$/ ],
    [ 'a range of time, by the function', q{SELECT n FROM TABLE WHERE KIND_extract_timestamp(id) BETWEEN '2025-01-03' AND '2025-01-04'},
        qr/WHERE \(\(public\.KIND_extract_timestamp\(id\) >= $when\)\) AND \(\(public\.KIND_extract_timestamp\(id\) <= $when\)\)$/ ],
    [ 'a time that is found first', q{SELECT n FROM TABLE WHERE id::timestamptz < (SELECT date '2025-01-03' + interval '1 day')::timestamptz}, qr/KIND_row$/ ],
    [ 'a time of a parameter', q{SELECT n FROM TABLE WHERE id::timestamptz < (SELECT '2025-01-03'::timestamptz + interval '1 hour')},
        qr/WHERE \(\($time < \$1::timestamp with time zone\)\)$/ ],
    [ 'a time before now', q{SELECT n FROM TABLE WHERE id::timestamptz >= now() - interval '1000 years'}, qr/KIND_row$/ ],
    [ 'a time before now, found first', q{SELECT n FROM TABLE WHERE id::timestamptz >= (SELECT now() - interval '1000 years')},
        qr/WHERE \(\($time >= \$1::timestamp with time zone\)\)$/ ],
    [ 'a day', q{SELECT n FROM TABLE WHERE id::timestamptz >= '2025-01-03'::date}, qr/KIND_row$/ ],
    [ 'not a time', q{SELECT n FROM TABLE WHERE id::timestamptz <> '2025-01-03'}, qr/WHERE \(\(id::timestamp with time zone <> '[^']+'::timestamp with time zone\)\)$/ ],
    [ 'order of times', 'SELECT n, id::timestamptz FROM TABLE WHERE n > 0 ORDER BY id::timestamptz DESC LIMIT 5', qr/ORDER BY id(::timestamp with time zone)? DESC NULLS FIRST LIMIT 5::bigint$/ ],
    [ 'ends of times', 'SELECT min(id::timestamptz), max(id::timestamptz), count(*) FROM TABLE', qr/SELECT min\(id::timestamp with time zone\), max\(id::timestamp with time zone\), count\(\*\) FROM/ ],
    [ 'the last time', 'SELECT max(id::timestamptz) FROM TABLE', qr/SELECT max\(id::timestamp with time zone\) FROM|ORDER BY id(::timestamp with time zone)? DESC NULLS FIRST/ ],
    [ 'a join by times', 'SELECT a.n, b.n FROM TABLE AS a JOIN TABLE AS b ON b.id::timestamptz > a.id::timestamptz AND a.id < b.day WHERE a.n < 0', qr/r2\.id::timestamp with time zone > r1\.id::timestamp with time zone\)\) AND \(\(r1\.id < r2\.day\)\)/ ]);

# The SQL that a plan sends to other servers.
sub remote_sql {
    my ($plan) = @_;
    return $plan =~ /Remote SQL: (.*)/g;
}

# The plans' Remote SQL, and the rows: in their order, if they have one.
for my $kind (@kinds) {
    my ($one, $other) = query(map { "SELECT quote_literal(id) || '::$kind' FROM ${kind}_copy WHERE n = $_" } 321, 1234);
    my @steps;
    for my $case (@queries) {
        my $sql = $case->[1] =~ s/KIND/$kind/gr =~ s/ONE/$one/gr =~ s/OTHER/$other/gr;
        my $of = sub { $sql =~ s/TABLE/${kind}_$_[0]/gr };
        my $rows = sub { $sql =~ /ORDER BY/ ? $of->(@_) : 'WITH q AS MATERIALIZED (' . $of->(@_) . ') SELECT * FROM q ORDER BY q::text' };
        push @steps, $rows->('copy'), $rows->('remote'), 'EXPLAIN (VERBOSE, COSTS OFF) ' . $of->('remote'),
            $rows->('unlisted'), 'EXPLAIN (VERBOSE, COSTS OFF) ' . $of->('unlisted'),
            'SET ulidkit.time_planning = off; ' . $rows->('remote') . '; SET ulidkit.time_planning = on';
    }
    my @answers = query(@steps);
    for my $case (@queries) {
        my ($name, undef, $sent) = @$case;
        my ($expected, $got, $plan, $got_unlisted, $plan_unlisted, $got_without) = splice @answers, 0, 6;
        like($expected, qr/\w/, "$kind: $name: some rows");
        is($got, $expected, "$kind: $name: those of a local copy");
        is($got_without, $expected, "$kind: $name: also without planning by time");
        is($got_unlisted, $expected, "$kind: $name: also if nothing may be sent");
        my $pattern = $sent =~ s/KIND/$kind/gr;
        like((remote_sql($plan))[0], qr/$pattern/, "$kind: $name: sent");
        unlike(join("\n", remote_sql($plan_unlisted)), qr/public\.|WHERE.*\bid\b|ORDER BY.*\bid\b|\b(min|max|timestamp)\b/, "$kind: $name: not sent if it may not be");
    }
}

# The tables that a plan scans on the other servers, and those that it pruned at the start or never reached.
sub scans {
    my ($plan) = @_;
    return join ' ', $plan =~ /Foreign Scan on (?:data\.)?[a-z0-9]+_(\w+)(?![^\n]*never executed)/g, $plan =~ /(Subplans Removed: \d+)/, $plan =~ /(never executed)/;
}

sub state_of {
    my ($node, $sql) = @_;
    my ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY sqlstate\nSET search_path = data, public;\n$sql");
    return $error =~ /ERROR:  (\w+)/ ? $1 : 'none';
}

# By hash. On its server the table is a partition, too, and refuses rows whose hash there belongs to another one.
for my $kind (@kinds) {
    my $numbers = join "\n", 1001 .. 1200;
    query("INSERT INTO ${kind}_hashed (n) SELECT i FROM generate_series(1, 1000) AS i;\nCOPY ${kind}_hashed (n) FROM stdin;\n$numbers\n\\.\n");
    is(query("SELECT count(DISTINCT id), count(DISTINCT n) FROM ${kind}_hashed"), '1200|1200', "$kind: inserted into two servers");
    for my $i (0, 1) {
        my ($count, $here) = split /\|/, $shards[$i]->safe_psql('postgres',
            "SELECT count(*), bool_and(satisfies_hash_partition('data.${kind}_hashed'::regclass, 2, $i, id)) FROM data.${kind}_hash");
        cmp_ok($count, '>', 500, "$kind: about half of them into $i");
        is($here, 't', "$kind: they belong there");
        is(query("SELECT count(*) FROM ${kind}_hashed WHERE tableoid = '${kind}_hash_$i'::regclass"), $count, "$kind: and come from there");
        is(state_of($shards[$i], "INSERT INTO ${kind}_hash (n) SELECT generate_series(1, 100)"), '23514', "$kind: ids that $i makes by itself belong anywhere");
        is(state_of($local, "INSERT INTO ${kind}_hash_$i (n) SELECT generate_series(1, 100)"), '23514', "$kind: and those that are made for it without the hash");

        my ($id, $n) = split / /, query("SELECT quote_literal(id) || ' ' || n FROM ${kind}_hashed WHERE tableoid = '${kind}_hash_$i'::regclass ORDER BY n LIMIT 1");
        my $by_value = "SELECT n FROM ${kind}_hashed WHERE id = $id";
        my $by_parameter = "EXECUTE p($id)";
        my $by_query = "SELECT n FROM ${kind}_hashed WHERE id = (SELECT ${id}::$kind FROM ${kind}_copy WHERE n = 1)";
        my (undef, $value, $parameter, $query, @found) = query("SET plan_cache_mode = force_generic_plan; PREPARE p($kind) AS SELECT n FROM ${kind}_hashed WHERE id = \$1",
            "EXPLAIN $by_value", "EXPLAIN $by_parameter", "EXPLAIN (ANALYZE, TIMING OFF) $by_query", $by_value, $by_parameter, $by_query);
        is(scans($value), "hash_$i", "$kind: looked for in $i only");
        is(scans($parameter), "hash_$i Subplans Removed: 1", "$kind: also if the plan is made before");
        is(scans($query), "hash_$i never executed", "$kind: or the id is found meanwhile");
        is("@found", "$n $n $n", "$kind: and found there");
    }

    my $join = "SELECT a.n, b.n FROM ${kind}_hashed AS a JOIN ${kind}_hashed AS b USING (id)";
    my $group = "SELECT id, count(*) FROM ${kind}_hashed GROUP BY id HAVING max(id) = id";
    my (undef, $joined, $pairs, $grouped, $groups) = query("ANALYZE ${kind}_hash_0, ${kind}_hash_1; SET enable_partitionwise_join = on; SET enable_partitionwise_aggregate = on",
        "EXPLAIN (VERBOSE) $join", "SELECT count(*), count(*) FILTER (WHERE j.a = j.b) FROM ($join) AS j (a, b)",
        "EXPLAIN (VERBOSE) $group", "SELECT count(*), sum(count) FROM ($group) AS g");
    is(scalar(grep { / INNER JOIN data\.${kind}_hash / } remote_sql($joined)), 2, "$kind: joined on each server");
    is($pairs, '1200|1200', "$kind: row by row");
    is(scalar(grep { /count\(\*\) FROM data\.${kind}_hash GROUP BY 1 HAVING \(\(public\.max\(id\) = id\)\)$/ } remote_sql($grouped)), 2, "$kind: grouped on each server");
    is($groups, '1200|1200', "$kind: into as many groups");
}

# By time.
for my $kind (@kinds) {
    query("INSERT INTO ${kind}_dated SELECT ${kind}_generate('2024-01-01Z'::timestamptz + n * interval '1 day'), n FROM generate_series(0, 730) AS n");
    is(join(' ', map { $_->safe_psql('postgres', "SELECT count(*), min(n), max(n) FROM data.${kind}_year") } @shards), '366|0|365 365|366|730', "$kind: divided by time");
    my $time = "SELECT n FROM ${kind}_dated WHERE id::timestamptz";
    my $prepare = "SET plan_cache_mode = force_generic_plan; PREPARE p(timestamptz) AS $time <= \$1";
    for my $case ([ "$time >= '2025-12-29 12:00Z'", 'year_2025', '729|730' ],
        [ "SELECT n FROM ${kind}_dated WHERE ${kind}_extract_timestamp(id) <= '2024-01-02Z'", 'year_2024', '0|1' ],
        [ "$time BETWEEN '2024-12-31Z' AND '2025-01-01Z'", 'year_2024 year_2025', '365|366' ],
        [ "$time > '2025-12-30'::date", 'year_2025 Subplans Removed: 1', '729|730' ],
        [ 'EXECUTE p($$2024-01-03Z$$)', 'year_2024 Subplans Removed: 1', '0|1|2' ],
        [ "$time < (SELECT '2024-01-02Z'::timestamptz + n * interval '1 day' FROM ${kind}_copy WHERE n = 1)", 'year_2024 never executed', '0|1' ]) {
        my ($select, $scans, $rows) = @$case;
        my $explain = $scans =~ /never/ ? "EXPLAIN (ANALYZE, TIMING OFF) $select" : "EXPLAIN $select";
        my (undef, $plan, $got, undef, $plan_without, $got_without) = query($prepare, $explain, $select, 'SET ulidkit.time_planning = off; DISCARD PLANS', $explain, $select);
        is(scans($plan), $scans, "$kind: $select: where it can be");
        is(scans($plan_without), 'year_2024 year_2025', "$kind: $select: everywhere without planning by time");
        is(join('|', sort { $a <=> $b } split /\n/, $_), $rows, "$kind: $select: the rows") for $got, $got_without;
    }
}

# The default is that of the local table, and is evaluated locally. Without one, the other server makes no id.
query('CREATE SCHEMA imported; ' . join '', map { "IMPORT FOREIGN SCHEMA data LIMIT TO (${_}_year) FROM SERVER server_1 INTO imported OPTIONS (import_default 'true');" } @kinds);
my %maker = (timeid => 'timeid_extract_node(id)', tbsl => 'tbsl_extract_machine(id)', ulidflake => 'ulidflake_extract_scalability_id(id)');
for my $kind (@kinds) {
    is(state_of($local, "INSERT INTO ${kind}_remote (n) VALUES (0)"), '23502', "$kind: no default, no id");
    for my $table ("data.${kind}_hashed", "imported.${kind}_year") {
        my $id = query("INSERT INTO $table (n) VALUES (0) RETURNING id");
        is(query('SELECT ' . is_newest($kind, "'$id'")), 't', "$kind: the default of $table is that of this server");
    }
    my ($all, $distinct, $makers) = split /\|/, query("SELECT count(*), count(DISTINCT id), count(DISTINCT @{[ $maker{$kind} // 'made' ]}) FROM (
            SELECT 0 AS made, id FROM ${kind}_new_0 UNION ALL SELECT 1, id FROM ${kind}_new_1
            UNION ALL SELECT 2, $generate{$kind} FROM generate_series(1, 5000)) AS s");
    is("$distinct of $all by $makers", '15000 of 15000 by 3', "$kind: those of three servers are distinct");
}

$_->stop for $local, @shards;
done_testing();
