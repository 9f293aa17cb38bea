# What the tests that start servers have in common.
package Ulidkit;

use strict;
use warnings;
use Exporter 'import';
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(@kinds libfaketime server_with_ulidkit use_ulidkit wait_until);

our @kinds = qw(ulid scru160 ulidflake timeid tbsl);

# Lets a node that was initialised find the staged installation.
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
    return $node;
}

# The library that fakes the clock.
sub libfaketime {
    my ($library) = grep { -e } glob '/usr/lib/*/faketime/libfaketime.so.1';
    die 'libfaketime is missing: install faketime' unless $library;
    return $library;
}

# Waits until the code answers true.
sub wait_until {
    my ($code) = @_;
    for (1 .. 10 * $PostgreSQL::Test::Utils::timeout_default) {
        return 1 if $code->();
        select undef, undef, undef, 0.1;
    }
    return 0;
}

1;
