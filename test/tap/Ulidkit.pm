# Common code of the tests that start servers.
package Ulidkit;

use strict;
use warnings;
use Exporter 'import';
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(@generators @kinds %size %type_of dump_of for_each_kind generators_of is_installed_as kinds_of server_with_ulidkit
    set_clock use_ulidkit wait_until with_clock);

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

# A running server with the extension in the database postgres.
sub server_with_ulidkit {
    my ($name, %params) = @_;
    my $node = PostgreSQL::Test::Cluster->new($name);
    $node->init(%{ $params{init} // {} });
    use_ulidkit($node, $params{conf});
    $node->start;
    $node->safe_psql('postgres', 'CREATE EXTENSION ulidkit');
    @kinds = kinds_of($node, 'postgres');
    @generators = generators_of($node, 'postgres');
    return $node;
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
# extension. What the test has made there is in the schema app. The objects are sorted, as pg_dump before 15.14, 16.10 and
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
        SELECT e.extname, o.type, o.identity
        FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid,
            pg_identify_object(d.classid, d.objid, 0) o
        WHERE e.extname IN ('ulidkit', 'ulidkit_text') AND d.deptype = 'e'
            -- From 18 on the types of arrays and rows are members, too, and go with their element and table.
            AND NOT EXISTS (SELECT FROM pg_type t WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND (t.typrelid <> 0 OR t.typcategory = 'A'))
    LOOP
        EXECUTE format('ALTER EXTENSION %s DROP %s %s', member.extname, member.type, member.identity);
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

# Runs the code so that all processes that it starts have the clock in the file, which libfaketime reads each time. On 15,
# background workers have the right clock nevertheless: the postmaster starts them from a signal handler within select(),
# for whose time libfaketime suspends itself.
sub with_clock {
    my ($clock, $code) = @_;
    my ($library) = grep { -e } glob '/usr/lib/*/faketime/libfaketime.so.1';
    die 'libfaketime is missing: install faketime' unless $library;
    local $ENV{LD_PRELOAD} = $library;
    local $ENV{FAKETIME_TIMESTAMP_FILE} = $clock;
    local $ENV{FAKETIME_NO_CACHE} = 1;
    local $ENV{FAKETIME_DONT_FAKE_MONOTONIC} = 1;
    local $ENV{DONT_FAKE_MONOTONIC} = 1;
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
