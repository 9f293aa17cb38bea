# Hostile input of a client: binary parameters and COPY BINARY with wrong lengths, settings before the library is loaded,
# and texts in every kind of server encoding. The test has a client of its own, because libpq would not send this.
use strict;
use warnings;
use IO::Socket::UNIX;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', init => { extra => [ '--locale=C' ] }, conf => "fsync = off\n");

sub sent {
    my ($socket, $type, $body) = @_;
    print $socket $type . pack('N', 4 + length $body) . $body;
}

# The SQLSTATEs or row values that the server returns until it is ready for more or waits for data.
sub answers {
    my ($socket, $until) = @_;
    my @answers;
    while (read($socket, my $head, 5) == 5) {
        my ($type, $length) = unpack 'a N', $head;
        read($socket, my $body, $length - 4) if $length > 4;
        push @answers, "error $1" if $type eq 'E' && $body =~ /\0C(\w{5})\0/;
        push @answers, unpack 'x2 N/a', $body if $type eq 'D';
        return @answers if $type =~ /[$until]/;
    }
    return (@answers, 'the server is gone');
}

my $socket = IO::Socket::UNIX->new(Peer => $node->host . '/.s.PGSQL.' . $node->port) or die $!;
$socket->autoflush(1);
chomp(my $user = `id -un`);
sent($socket, '', pack('N', 196608) . "user\0$user\0database\0postgres\0client_encoding\0UTF8\0\0");
answers($socket, 'Z');

# Runs a query with one binary parameter, cast to a type.
sub bind_binary {
    my ($type, $bytes) = @_;
    sent($socket, 'P', "\0SELECT (\$1::$type)::text\0" . pack('n', 0));
    sent($socket, 'B', "\0\0" . pack('n n n N/a n', 1, 1, 1, $bytes, 0));
    sent($socket, 'E', "\0" . pack('N', 0));
    sent($socket, 'S', '');
    return join ' ', answers($socket, 'Z');
}

# Copies one row of one column in.
sub copy_binary {
    my ($table, $field) = @_;
    sent($socket, 'Q', "COPY $table FROM STDIN (FORMAT binary)\0");
    answers($socket, 'GZ');
    sent($socket, 'd', "PGCOPY\n\xFF\r\n\0" . pack('N N n', 0, 0, 1) . $field . pack('n', 0xFFFF));
    sent($socket, 'c', '');
    return join ' ', answers($socket, 'Z');
}

# An array's binary form: dimensions, flags, the elements' type, then each dimension's size and bound, and the elements.
sub array_of {
    my ($oid, $count, @elements) = @_;
    return pack('N N N N N', 1, 0, $oid, $count, 1) . join '', map { pack 'N/a', $_ } @elements;
}

my @seen;
for my $kind (@kinds) {
    my $size = $size{$kind};
    my $id = $node->safe_psql('postgres', "SELECT ${kind}_generate('2025-01-01Z')");
    my $good = pack 'H*', $node->safe_psql('postgres', "SELECT encode('$id'::$kind\::bytea, 'hex')");
    my $oid = $node->safe_psql('postgres', qq{
        CREATE TABLE ${kind}_t (id $kind);
        CREATE TABLE ${kind}_many (ids ${kind}[]);
        CREATE TYPE ${kind}_pair AS (a $kind, b $kind);
        CREATE TYPE ${kind}_range AS RANGE (subtype = $kind);
        CREATE DOMAIN ${kind}_domain AS $kind;
        CREATE TABLE ${kind}_pairs (pair ${kind}_pair);
        SELECT '$kind'::regtype::oid});
    is(bind_binary($kind, $good), $id, "$kind: what is right is read");
    my %wrong = map { $_ => substr($good x 2000, 0, $_) } 0, 1, $size - 1, $size + 1, 2 * $size, 20000;
    for my $length (sort { $a <=> $b } keys %wrong) {
        my $bytes = $wrong{$length};
        my $pair = pack 'N N N/a N N/a', 2, $oid, $good, $oid, $bytes;
        my %answer = (
            parameter => bind_binary($kind, $bytes),
            domain => bind_binary("${kind}_domain", $bytes),
            array => bind_binary("${kind}[]", array_of($oid, 3, $good, $bytes, $good)),
            row => bind_binary("${kind}_pair", $pair),
            range => bind_binary("${kind}_range", pack('C N/a', 0x08 | 0x02, $bytes)),
            copy => copy_binary("${kind}_t", pack('N/a', $bytes)),
            'copy of an array' => copy_binary("${kind}_many", pack('N/a', array_of($oid, 1, $bytes))),
            'copy of a row' => copy_binary("${kind}_pairs", pack('N/a', $pair)));
        is_deeply(\%answer, { map { $_ => 'error 22P03' } keys %answer }, "$kind: $length bytes");
    }
    # Lengths beyond the end of the data, and wrong counts.
    my %lie = (
        'an element beyond the end' => bind_binary("${kind}[]", pack('N N N N N N', 1, 0, $oid, 1, 1, $size) . substr($good, 1)),
        'more elements' => bind_binary("${kind}[]", array_of($oid, 2, $good)),
        'fewer elements' => bind_binary("${kind}[]", array_of($oid, 1, $good, $good)),
        'a negative length' => bind_binary("${kind}[]", pack('N N N N N N', 1, 0, $oid, 1, 1, 0xFFFFFFFE)),
        'very many elements' => bind_binary("${kind}[]", array_of($oid, 0x7FFFFFFF, $good)),
        'a field beyond the end' => bind_binary("${kind}_pair", pack('N N N/a N N', 2, $oid, $good, $oid, $size) . substr($good, 1)),
        'a field in the copy' => copy_binary("${kind}_t", pack('N', $size + 100) . $good),
        'a huge field in the copy' => copy_binary("${kind}_t", pack('N', 0x7FFFFFFF) . $good));
    push @seen, map { "$kind, $_: $lie{$_}" } grep { $lie{$_} !~ /^error (22P03|08P01|22P04|54000)$/ } sort keys %lie;
}
is_deeply(\@seen, [], 'lengths and counts that lie are errors');
# Bytes of the right length that are no value of the kind.
my %outside = (ulidflake => "\x80" . "\0" x 7, tbsl => "\xDE\x0B\x6B\x3A\x76\x40" . "\0" x 4);
for my $kind (sort keys %outside) {
    is(bind_binary($kind, $outside{$kind}), 'error 22003', "$kind: out of range, as a parameter");
    is(copy_binary("${kind}_t", pack('N/a', $outside{$kind})), 'error 22003', "$kind: and as a copy");
}
is(bind_binary('ulid', "\xFF" x 16), '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'the session goes on');
my $rows = join ' UNION ALL ', map { my $kind = $_; map { "SELECT 1 FROM ${kind}_$_" } qw(t many pairs) } @kinds;
is($node->safe_psql('postgres', "SELECT count(*) FROM ($rows) AS r"), 0, 'and nothing has been loaded');
$socket->close;

# A session that has not loaded the library yet cannot change settings that belong to the server.
$node->safe_psql('postgres', 'CREATE ROLE regress_ulidkit_user LOGIN');
my %ways = (
    'SET' => [ "SET ulidkit.max_clock_lead = '1d';", undef ],
    'an option of the connection' => [ '', '-c ulidkit.max_clock_lead=1d' ]);
for my $way (sort keys %ways) {
    my ($command, $options) = @{ $ways{$way} };
    local $ENV{PGOPTIONS} = $options if defined $options;
    my (undef, $out) = $node->psql('postgres', "$command SELECT timeid_generate('2025-01-01Z')::timestamptz > '2025-01-01Z'; SHOW ulidkit.max_clock_lead",
        extra_params => [ '-q', '-U', 'regress_ulidkit_user' ]);
    is($out, "f\n1s", "$way: the lead is the server's");
}

# Messages in every encoding of a server: with a letter of several bytes, complete or not, also where the message is cut.
my %letter = (SQL_ASCII => "\xE9", LATIN1 => "\xE9", EUC_JP => "\xA4\xA2", UTF8 => "\xC3\xA9", EUC_TW => "\x8E\xA2\xA1\xA1");
for my $encoding (sort keys %letter) {
    my $database = 'in_' . lc $encoding;
    $node->safe_psql('postgres', "CREATE DATABASE $database ENCODING $encoding TEMPLATE template0 LOCALE 'C'");
    $node->safe_psql($database, 'CREATE EXTENSION ulidkit');
    my $hex = unpack 'H*', $letter{$encoding};
    my $text = "convert_from('\\x$hex', '$encoding')";
    my $length = $encoding eq 'SQL_ASCII' ? length $letter{$encoding} : 1;
    my $out = $node->safe_psql($database, qq{
        SET client_encoding = SQL_ASCII;
        CREATE FUNCTION errors(command text, OUT state text, OUT message text, OUT detail text) LANGUAGE plpgsql AS \$\$
        BEGIN
            EXECUTE command;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        END
        \$\$;
        SELECT DISTINCT state, detail LIKE '% found "' || $text || '" at character 4.' AS found,
            right(message, 2 * $length + 4) = repeat($text, 2) || '..."' AS cut
        FROM unnest('{${\join(',', @kinds)}}'::text[]) AS kind,
            LATERAL (SELECT format('SELECT %L::%I', '222' || repeat($text, 1000), kind) AS command) AS c, errors(command)});
    is($out, '22P02|t|t', "$encoding: found, and cut between letters");
    for my $client ('UTF8', $encoding) {
        my ($status, undef, $error) = $node->psql($database,
            "SET client_encoding = $client;\n\\set VERBOSITY sqlstate\nSELECT ('222' || repeat($text, 1000))::ulid;\nSELECT 'still here'",
            on_error_stop => 0, stdout => \my $still);
        like($error, qr/ERROR: +(22P02|22021|22P05)/, "$encoding: an error in $client");
        is($still, 'still here', "$encoding: and no more than that");
    }
}
# Texts with a NUL or in a broken encoding never reach the input function.
my ($status, $out, $error) = $node->psql('in_utf8', q{\set VERBOSITY sqlstate
SELECT E'\x00'::ulid;
SELECT E'\xC3'::ulid;
SELECT convert_from('\x3232C3', 'UTF8')::ulid;
SELECT ulidkit_inspect(E'\xE2\x82');}, on_error_stop => 0);
is_deeply([ $error =~ /ERROR: +(\w+)/g ], [ ('22021') x 4 ], 'invalid texts are refused by the server');

$node->stop('fast');
unlike(slurp_file($node->logfile), qr/PANIC|TRAP|terminated by signal/, 'the server has lost no process');
done_testing();
