# Backends of two databases take turns in generating, each after the one before has returned: each id is above the one
# before, also while others generate at full speed.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', snowflakes => 1, conf => "fsync = off\n");
$node->safe_psql('postgres', q{
    CREATE DATABASE other;
    CREATE EXTENSION dblink;
});
$node->safe_psql('other', 'CREATE EXTENSION ulidkit');
make_snowflakes($node, 'other');

my $steps = 2000;
my $relay = sub {
    my ($kind) = @_;
    return $node->safe_psql('postgres', qq{
        SELECT count(dblink_connect('c' || i, format('host=%s port=%s dbname=%s', '@{[ $node->host ]}', '@{[ $node->port ]}', CASE i % 2 WHEN 0 THEN 'postgres' ELSE 'other' END)))
        FROM generate_series(1, 8) AS i;
        DO \$\$
        DECLARE
            made $type_of{$kind};
            newest $type_of{$kind};
        BEGIN
            FOR i IN 1 .. $steps LOOP
                IF i % 9 = 0 THEN
                    made := ${kind}_generate();
                ELSE
                    SELECT id::$type_of{$kind} INTO made FROM dblink('c' || i % 8 + 1, 'SELECT ${kind}_generate()::text') AS d (id text);
                END IF;
                IF made <= newest THEN
                    RAISE EXCEPTION 'after %, % was made in step %', newest, made, i;
                END IF;
                newest := made;
            END LOOP;
        END
        \$\$;
        SELECT count(dblink_disconnect('c' || i)) FROM generate_series(1, 8) AS i;
    });
};

for my $kind (@generators) {
    is($relay->($kind), "8\n8", "$kind: in order over 9 backends of two databases");
}

my $file = $node->basedir . '/generate.sql';
append_to_file($file, join '', map { "SELECT count(${_}_generate()) FROM generate_series(1, 1000);\n" } @generators);
my $load = IPC::Run::start([ 'pgbench', '-n', '-c', 8, '-j', 2, '-T', 600, '-f', $file, '-h', $node->host, '-p', $node->port, 'postgres' ],
    '>', '/dev/null', '2>', '/dev/null');
my $loading = q{SELECT count(*) = 8 FROM pg_stat_activity WHERE query LIKE '%FROM generate_series(1, 1000)%' AND pid <> pg_backend_pid()};
ok($node->poll_query_until('postgres', $loading), '8 clients are there');
for my $kind (@generators) {
    is($relay->($kind), "8\n8", "$kind: in order while 8 clients generate");
}
is($node->safe_psql('postgres', $loading), 't', 'and they still are');
$load->kill_kill;

$node->stop('fast');
done_testing();
