# Common code of the tests that start servers.
package Ulidkit;

use strict;
use warnings;
use Exporter 'import';
use File::Basename;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(@generators @kinds %size %type_of attempt change_setting check_next crash dump_of end_load for_each_kind
    generators_of installed_copy is_installed_as is_newest kinds_of library_that_uses_up_memory make_snowflakes newest_ids recovers
    run_with_faults server_with_ulidkit set_clock start_again start_load use_ulidkit wait_until with_clock);

# From the catalog of the last server_with_ulidkit(): the kinds with a type of their own, and the size of each; all that
# have a generator, also those on a type of the server, and the type of each.
our (@kinds, %size, @generators, %type_of);

# The kinds with a type of their own in a database: the extension's types that have an order. Stores their sizes in %size.
sub kinds_of {
    my ($node, $database) = @_;
    my $rows = $node->safe_psql($database, <<'SQL');
SELECT t.typname, t.typlen
FROM pg_type t JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname = 'ulidkit' AND EXISTS (
    SELECT FROM pg_opclass c JOIN pg_am m ON c.opcmethod = m.oid WHERE c.opcintype = t.oid AND c.opcdefault AND m.amname = 'btree')
ORDER BY t.oid
SQL
    my @names = map { my ($name, $size) = split /\|/; $size{$name} = $size; $name } split /\n/, $rows;
    die "no kinds in $database" unless @names;
    return @names;
}

# The kinds K that have a function K_generate() in a database. Stores the types that these return in %type_of.
sub generators_of {
    my ($node, $database) = @_;
    my $rows = $node->safe_psql($database, <<'SQL');
SELECT regexp_replace(p.proname, '_generate$', ''), p.prorettype::regtype
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname = 'ulidkit' AND p.pronargs = 0 AND p.proname LIKE '%\_generate'
ORDER BY p.oid
SQL
    my @names = map { my ($name, $type) = split /\|/; $type_of{$name} = $type; $name } split /\n/, $rows;
    die "no generators in $database" unless @names;
    return @names;
}

# Makes an initialised node find the staged installation.
sub use_ulidkit {
    my ($node, $conf) = @_;
    $node->append_conf('postgresql.conf', "$ENV{STAGED_SETTINGS}\n" . ($conf // ''));
}

# A copy of a server's installation with the staged files in their places, where pg_upgrade looks for the library: the path of
# the copy, and the folder that it is in.
sub installed_copy {
    my ($pg_config, $stage) = @_;
    my $root = PostgreSQL::Test::Utils::tempdir_short();
    my @folders = map { (run_command([ $pg_config, "--$_" ]))[0] } qw(bindir pkglibdir sharedir);
    system_or_bail 'cp', '-r', '--parents', @folders, $root;
    system_or_bail 'cp', '-r', "$stage/.", $root;
    return ($root . dirname($folders[0]), $root);
}

# Makes the functions of a kind "snowflake", which has one layout of 53 bits, in a schema before that of the extension.
sub make_snowflakes {
    my ($node, $database) = @_;
    $node->safe_psql($database, <<'SQL');
CREATE SCHEMA layout;
GRANT USAGE ON SCHEMA layout TO PUBLIC;
CREATE FUNCTION layout.snowflake_generate() RETURNS bigint LANGUAGE sql PARALLEL SAFE
    RETURN public.snowflake_generate('2024-01-01Z', 10, '1 ms', 0);
CREATE FUNCTION layout.snowflake_generate(ts timestamptz) RETURNS bigint LANGUAGE sql PARALLEL SAFE
    RETURN public.snowflake_min(ts, '2024-01-01Z', 10);
CREATE FUNCTION layout.snowflake_observe(id bigint) RETURNS void LANGUAGE sql PARALLEL SAFE
    RETURN public.snowflake_observe(id, '2024-01-01Z', 10, '1 ms', 0);
CREATE FUNCTION layout.snowflake_extract_timestamp(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN public.snowflake_extract_timestamp(id, '2024-01-01Z', 10);
CREATE FUNCTION layout.ulidkit_generators() RETURNS SETOF public.ulidkit_generator LANGUAGE plpgsql AS $$
DECLARE
    each public.ulidkit_generator;
BEGIN
    FOR each IN SELECT * FROM public.ulidkit_generators() LOOP
        each.kind := split_part(each.kind, '(', 1);
        RETURN NEXT each;
    END LOOP;
END
$$;
DO $$
DECLARE
    bound text;
BEGIN
    FOREACH bound IN ARRAY ARRAY['min', 'max', 'at_or_after', 'after', 'before', 'at_or_before'] LOOP
        EXECUTE format('CREATE FUNCTION layout.snowflake_%1$s(ts timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN public.snowflake_%1$s(ts, %2$L, 10)', bound, '2024-01-01Z');
    END LOOP;
    EXECUTE format('ALTER DATABASE %I SET search_path = layout, public', current_database());
END
$$;
SQL
}

# A running server with the extension in the database postgres, where "snowflake" is one more kind if it is wanted.
sub server_with_ulidkit {
    my ($name, %params) = @_;
    my $node = PostgreSQL::Test::Cluster->new($name);
    $node->init(%{ $params{init} // {} });
    use_ulidkit($node, $params{conf});
    $node->start;
    $node->safe_psql('postgres', 'CREATE EXTENSION ulidkit');
    @kinds = kinds_of($node, 'postgres');
    @generators = generators_of($node, 'postgres');
    if ($params{snowflakes}) {
        make_snowflakes($node, 'postgres');
        push @generators, 'snowflake';
        $type_of{snowflake} = 'bigint';
    }
    return $node;
}

# Builds, in a folder, a library that uses up the spare space of the main segment of shared memory when it is loaded.
sub library_that_uses_up_memory {
    my ($folder) = @_;
    my $hog = "$folder/hog";
    append_to_file("$hog.c", <<'EOT');
#include "postgres.h"
#include "fmgr.h"
#include "storage/shmem.h"

PG_MODULE_MAGIC;
void _PG_init(void);

void
_PG_init(void)
{
    while (ShmemAllocNoError(1) != NULL)
        ;
}
EOT
    is(system_log("cc -shared -fPIC -I\$($ENV{PG_CONFIG} --includedir-server) -o $hog.so $hog.c"), 0, 'a library that uses up shared memory');
    return "$hog.so";
}

# The same statements for every kind, KIND replaced by its name.
sub for_each_kind {
    my ($sql) = @_;
    return join '', map { $sql =~ s/KIND/$_/gr } @kinds;
}

# A dump as text, without a key that differs in each.
sub dump_of {
    my ($node, $database, @options) = @_;
    my ($dump, $error) = run_command([ 'pg_dump', @options, '-d', $node->connstr($database) ]);
    die $error if $error;
    return $dump =~ s/^\\(un)?restrict .*\n//mgr;
}

# A file with all that the extensions have in a database, as pg_dump writes it: of a copy in which nothing belongs to an
# extension, and operators are in the extension's schema instead of pg_catalog, which pg_dump passes over, with a comment that
# says so. What the test has made there is in the schema app. The objects are sorted, as pg_dump before 15.14, 16.10 and
# 17.6 writes operators and operator classes of one name in the order of their OIDs.
sub definition_of_ulidkit {
    my ($node, $database) = @_;
    $node->safe_psql('postgres', "CREATE DATABASE loose TEMPLATE $database");
    $node->safe_psql('loose', <<'SQL');
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS app CASCADE;
DROP EXTENSION IF EXISTS amcheck;
DO $$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT e.extname, e.extnamespace, o.type, o.identity, o.schema, obj_description(d.objid, d.classid::regclass::name) AS comment
        FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid,
            pg_identify_object(d.classid, d.objid, 0) o
        WHERE e.extname IN ('ulidkit', 'ulidkit_text') AND d.deptype = 'e'
            -- From 18 on the types of arrays and rows are members, too, and go with their element and table.
            AND NOT EXISTS (
                SELECT FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
                WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND (c.relkind <> 'c' OR t.typcategory = 'A'))
    LOOP
        EXECUTE format('ALTER EXTENSION %s DROP %s %s', member.extname, member.type, member.identity);
        IF member.type = 'operator' AND member.schema = 'pg_catalog' THEN
            EXECUTE format('COMMENT ON OPERATOR %s IS %L', member.identity, 'in pg_catalog: ' || member.comment);
            EXECUTE format('ALTER OPERATOR %s SET SCHEMA %s', member.identity, member.extnamespace::regnamespace);
        END IF;
    END LOOP;
END
$$;
DROP EXTENSION IF EXISTS ulidkit_text;
DROP EXTENSION ulidkit;
SQL
    my $dump = dump_of($node, 'loose', '--schema-only');
    $node->safe_psql('postgres', 'DROP DATABASE loose');
    my (undef, @objects) = split /^--\n(?=-- Name: )/m, $dump =~ s/^(SET .*|--\n-- PostgreSQL database dump complete\n--)\n//mgr;
    my $file = $node->basedir . "/$database.sql";
    unlink $file;
    append_to_file($file, join '', map { s/\n*\z/\n\n/r } sort @objects);
    return $file;
}

# The differences between the extensions in two databases.
sub is_installed_as {
    my ($node, $database, $other, $name) = @_;
    my ($difference, $error) = run_command([ 'diff', '-u', map { definition_of_ulidkit($node, $_) } $other, $database ]);
    is("$difference$error", '', $name);
}

# Changes a setting in the configuration file of a running server.
sub change_setting {
    my ($node, $setting, $value) = @_;
    $node->adjust_conf('postgresql.conf', $setting, "'$value'");
    $node->reload;
    # The library has to be loaded.
    $node->poll_query_until('postgres', "SELECT ulid_generate_random() IS NOT NULL AND current_setting('$setting') = '$value'") or die "could not set $setting";
}

# Runs the code so that all processes that it starts have the clock in the file: see clock.cpp.
sub with_clock {
    my ($clock, $code) = @_;
    local $ENV{LD_PRELOAD} = join ':', $ENV{CLOCK_LIBRARY}, $ENV{LD_PRELOAD} // ();
    local $ENV{TEST_CLOCK} = $clock;
    return $code->();
}

# Runs the code so that all servers that it starts have the faults that the file `control` in the folder says, and write their
# calls to the file `trace` there: see fault.c.
sub run_with_faults {
    my ($folder, $code) = @_;
    my $library = "$folder/fault.so";
    system_or_bail 'cc', '-Wall', '-Werror', '-shared', '-fPIC', '-o', $library, dirname(__FILE__) . '/fault.c' unless -e $library;
    local $ENV{LD_PRELOAD} = $library;
    local $ENV{FAULT_CONTROL} = "$folder/control";
    local $ENV{FAULT_TRACE} = "$folder/trace";
    return $code->();
}

# Makes the clock wrong by that many seconds, which can have a fraction, from now on.
sub set_clock {
    my ($clock, $offset) = @_;
    open my $out, '>', "$clock.new" or die $!;
    printf $out "%+.3f\n", $offset;
    close $out;
    rename "$clock.new", $clock or die $!;
}

# The SQL expression that tells whether ulidkit_generators() knows `id` as the newest id of a kind, of which the
# generators remember the first 16 bytes.
sub is_newest {
    my ($kind, $id) = @_;
    my $send = $type_of{$kind} eq 'bigint' ? 'int8send' : "$type_of{$kind}_send";
    my ($newest, $given) = map { "substr($send(($_)::$type_of{$kind}), 1, 16)" } 'newest', $id;
    return "(SELECT $newest = $given FROM ulidkit_generators() WHERE kind = '$kind')";
}

# Generates an id of a kind, and returns the error, if any.
sub attempt {
    my ($node, $kind, $settings) = @_;
    my ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n" . ($settings // '') . "\nSELECT ${kind}_generate()", on_error_stop => 1);
    return $status ? $error : 'generated';
}

# Starts streams of ids that run until the server stops; an id that a client has read was returned. Meanwhile others
# generate as fast as they can, timeid as far ahead of the clock as is allowed. Returns when each stream has so many bytes.
sub start_load {
    my ($node, $bytes) = @_;
    my %load;
    for my $kind (@generators) {
        my $file = $node->basedir . "/$kind.ids";
        unlink $file;
        $load{$kind} = {
            file => $file,
            run => IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c',
                    "COPY (SELECT ${kind}_generate() FROM (SELECT generate_series(1, 1000000000)) AS s) TO STDOUT" ],
                '>', $file, '2>', '/dev/null') };
    }
    my $script = $node->basedir . '/load.sql';
    unlink $script;
    append_to_file($script, join '', map { "SELECT count(${_}_generate()) FROM generate_series(1, 50000);\n" } 'timeid', @generators);
    my $pgbench = IPC::Run::start([ 'pgbench', '-n', '-c', 4, '-T', 600, '-f', $script, '-h', $node->host, '-p', $node->port, 'postgres' ],
        '>', '/dev/null', '2>', '/dev/null');
    ok(wait_until(sub { !grep { (-s $load{$_}{file} // 0) < $bytes } @generators }), 'the load is under way');
    return { streams => \%load, pgbench => $pgbench };
}

# The last whole line of each stream, and how many there are. A backend that is busy does not notice that its postmaster
# was killed: the client ends it.
sub end_load {
    my ($load) = @_;
    my %seen;
    sleep 1;
    eval { $_->kill_kill } for $load->{pgbench}, map { $_->{run} } values %{ $load->{streams} };
    for my $kind (@generators) {
        my $stream = $load->{streams}{$kind};
        open my $in, '<', $stream->{file} or die $!;
        my ($count, $last) = (0, '');
        while (<$in>) {
            next unless /\n\z/;
            ($count, $last) = ($count + 1, $_);
        }
        chomp $last;
        $seen{$kind} = { last => $last, count => $count };
    }
    return \%seen;
}

# A new id of each kind, in the form of the result of end_load().
sub newest_ids {
    my ($node) = @_;
    my @made = split /\n/, $node->safe_psql('postgres', join ';', map { "SELECT ${_}_generate()" } @generators);
    return { map { $generators[$_] => { last => $made[$_], count => 1 } } 0 .. $#generators };
}

# Starts the server after its postmaster was killed, as soon as the backends have released its memory.
sub start_again {
    my ($node) = @_;
    ok(wait_until(sub {
        system_log($node->installed_command('pg_ctl'), '-w', '-D', $node->data_dir, '-l', $node->logfile, '-o', '--cluster-name=' . $node->name, 'start') == 0;
    }), 'started again');
    $node->_update_pid(1);
}

# Kills a backend, and returns when the postmaster has seen it: until then it would take queries as if nothing had happened.
sub crash {
    my ($node, $pid) = @_;
    my $offset = -s $node->logfile;
    kill 'KILL', $pid;
    ok(wait_until(sub { slurp_file($node->logfile, $offset) =~ /\(PID $pid\) was terminated by signal 9/ }), 'crashed');
}

# Whether the server takes queries again after a crash. Not by poll_query_until(), which writes the query to psql, and
# dies if that has ended before.
sub recovers {
    my ($node) = @_;
    return wait_until(sub { system_log('psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c', 'SELECT true') == 0 });
}

# Checks that the next id of each kind is above those seen.
sub check_next {
    my ($node, $seen, $how) = @_;
    for my $kind (@generators) {
        my ($above, $next, $lead) = split /\|/, $node->safe_psql('postgres',
            "SELECT id > '$seen->{$kind}{last}', id, date_trunc('milliseconds', ${kind}_extract_timestamp(id) - clock_timestamp()) FROM (SELECT ${kind}_generate() AS id OFFSET 0) AS s");
        is($above, 't', "$how: $kind goes on above the $seen->{$kind}{count} ids seen")
            or diag "seen $seen->{$kind}{last}, then made $next";
        note "$how: $kind seen $seen->{$kind}{last}, then made $next, ahead of the clock by $lead";
    }
}

# Waits until the code returns true, so many seconds at most.
sub wait_until {
    my ($code, $seconds) = @_;
    for (1 .. 10 * ($seconds // $PostgreSQL::Test::Utils::timeout_default)) {
        return 1 if $code->();
        select undef, undef, undef, 0.1;
    }
    return 0;
}

1;
