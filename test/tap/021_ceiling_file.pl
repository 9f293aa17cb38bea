# The file ulidkit.bounds: when it is written, what happens without it or if it is damaged, what happens if it cannot be
# written, and where it goes with backups, standbys, pg_rewind and a server in single-user mode.
use strict;
use warnings;
use File::Copy;
use IO::Socket::UNIX;
use IPC::Run;
use POSIX qw(mkfifo);
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::RecursiveCopy;
use PostgreSQL::Test::Utils;
use Test::More;

my $base = PostgreSQL::Test::Utils::tempdir;
my ($clock, $control, $trace) = map { "$base/$_" } qw(clock control trace);
set_clock($clock, 0);
append_to_file($trace, '');

# Runs the code so that the servers that it starts have the faults and the clock.
sub with_faults {
    my ($code) = @_;
    return run_with_faults($base, sub { with_clock($clock, $code) });
}

# The lead is long, so a start without the file is easily told from others by what timeid and tbsl make.
my $node = with_faults(sub {
    return server_with_ulidkit('main', snowflakes => 1, init => { allows_streaming => 1 }, conf => <<CONF);
fsync = on
max_connections = 30
restart_after_crash = on
statement_timeout = '${PostgreSQL::Test::Utils::timeout_default}s'
ulidkit.max_clock_lead = '1h'
CONF
});
my $file = $node->data_dir . '/ulidkit.bounds';

sub start { with_faults(sub { $node->start }) }

# What is not synced is as good for tests in which the operating system goes on, and starts are quicker.
sub set_fsync { change_setting($node, 'fsync', @_) }

sub contents { return -e $_[0] ? unpack 'H*', slurp_file($_[0]) : 'none' }

# The calls that wrote the file since the last call of this.
my $traced = 0;
sub calls {
    my $all = slurp_file($trace);
    my $new = substr $all, $traced;
    $traced = length $all;
    return $new;
}

# What the server has logged since the last call of logged().
my $logged = 0;
sub newly_logged { return substr slurp_file($node->logfile), $logged }
sub logged {
    my $new = newly_logged();
    $logged += length $new;
    return $new;
}

sub far_ahead {
    return $node->safe_psql('postgres', q{SELECT string_agg(kind, ' ' ORDER BY kind) FROM ulidkit_generators() WHERE clock_lead > '50min'});
}

sub generate_all { return join ';', map { "SELECT ${_}_generate()" } @generators }

# What needs no generator, for every kind.
my $other_work = join ';', map {
    my $kind = $_;
    my $time = "timestamptz '2026-01-01Z'";
    ("SELECT ${kind}_extract_timestamp(${kind}_generate($time)) = $time", "SELECT ${kind}_generate($time)::text::$type_of{$kind} IS NOT NULL",
        "SELECT ${kind}_min($time) < ${kind}_max($time)")
} @generators;
sub check_other_work {
    my ($how) = @_;
    $node->safe_psql('postgres', 'CREATE TABLE other AS SELECT 1; CHECKPOINT; DROP TABLE other');
    is($node->safe_psql('postgres', $other_work), join("\n", ('t') x (3 * @generators)), "other work goes on $how");
}

# Nothing is written before the first id, and each write is on disk before an id depends on it.
check_other_work('without any id');
$node->safe_psql('postgres', 'SELECT * FROM ulidkit_generators()');
ok(!-e $file, 'which makes no file');
$node->safe_psql('postgres', "SELECT ${_}_generate()") for @generators;
is(-s $file, 8192, 'the first ids make the file');
like(calls(), qr/\Awrite\nwrite\nsync\nfolder\n(write\nsync\n)*\z/, 'both copies at first, with the entry in the folder, and each write is fsynced');
like(logged(), qr/LOG:  generators of ulidkit start without the file "ulidkit\.bounds"\n[^\n]*DETAIL:  The file does not exist\.\n[^\n]*HINT:  This is expected when ulidkit is used for the first time in a database cluster, and after pg_upgrade\./,
    'which the server says');
is(far_ahead(), 'tbsl timeid', 'without a file the microsecond kinds begin ahead');

# Nothing is written while nothing is generated.
my $before = contents($file);
my $modified = (stat $file)[9];
for (1 .. 3) {
    check_other_work('without new ids');
    $node->safe_psql('postgres', 'SELECT * FROM ulidkit_generators()');
    $node->safe_psql('postgres', 'SELECT pg_sleep(1)');
}
is(contents($file), $before, 'the file is unchanged while nothing is generated');
is((stat $file)[9], $modified, 'and not written');
is(calls(), '', 'nor is it tried');

# While ids are generated, it is written a few times a second.
$node->safe_psql('postgres', q{
    SELECT ulidkit_reset_generators();
    CREATE TABLE made (kind text, id text, time timestamptz);
    CREATE PROCEDURE generate(kinds text[], seconds integer) LANGUAGE plpgsql AS $$
    DECLARE
        kind text;
        since timestamptz := clock_timestamp();
    BEGIN
        WHILE clock_timestamp() < since + seconds * interval '1 s' LOOP
            FOREACH kind IN ARRAY kinds LOOP
                EXECUTE format('INSERT INTO made SELECT %L, id, %I(id) FROM (SELECT %I() AS id OFFSET 0) AS s', kind, kind || '_extract_timestamp', kind || '_generate');
            END LOOP;
            PERFORM pg_sleep(0.002);
        END LOOP;
    END
    $$});
for my $kinds (map({ [$_] } @generators), [@generators]) {
    my $kinds_list = join ',', @$kinds;
    calls();
    my $seconds = $node->safe_psql('postgres', "TRUNCATE made; CALL generate('{$kinds_list}', 1 + 2 * (cardinality('{$kinds_list}'::text[]) > 1)::integer); SELECT extract(epoch FROM max(time) - min(time)) FROM made");
    my $calls = calls();
    my $writes = () = $calls =~ /write/g;
    note "$kinds_list: $writes writes in $seconds seconds";
    like($calls, qr/\A(write\nsync\n)*\z/, "$kinds_list: each write is fsynced");
    cmp_ok($writes, '<=', (4 * $seconds + 3) * @$kinds, "$kinds_list: written a few times a second for each kind");
    cmp_ok($writes, '>=', $seconds / 2, "$kinds_list: and often enough");
}
is($node->safe_psql('postgres', join ' UNION ALL ', map { "SELECT kind FROM ulidkit_generators() WHERE kind = '$_' AND newest_time >= saved_until" } @generators), '', 'no id is of a time after the ceiling');

# Files as the server can find them when it starts.
set_fsync('off');
my $other = PostgreSQL::Test::Cluster->new('other');
$other->init;
use_ulidkit($other);
$other->start;
$other->safe_psql('postgres', 'CREATE EXTENSION ulidkit; SELECT ulid_generate()');
$other->stop;

sub change {
    my ($code) = @_;
    my $bytes = slurp_file($file);
    $code->($bytes) for $bytes;
    open my $out, '+<', $file or die $!;
    binmode $out;
    print $out $bytes;
    close $out;
}

# Which copy was written last: 0 or 1.
my $last_copy;
sub write_both_copies {
    # Until both have changed.
    my @first = unpack 'a4096 a4096', slurp_file($file);
    my @written = (0, 0);
    wait_until(sub {
        $node->safe_psql('postgres', generate_all());
        my @now = unpack 'a4096 a4096', slurp_file($file);
        for (0, 1) {
            $last_copy = $_ if $now[$_] ne $first[$_];
            $written[$_] ||= $now[$_] ne $first[$_];
        }
        @first = @now;
        return $written[0] && $written[1];
    }) or die 'the copies are not written';
}

my $without = qr/LOG:  generators of ulidkit start without the file "ulidkit\.bounds"\n[^\n]*DETAIL:  /;
my $one = qr/LOG:  one of the two copies in the file "ulidkit\.bounds" is damaged\n[^\n]*DETAIL:  The other copy is used\./;
my $both = qr/${without}Both copies in the file are damaged\./;
my %faults = (
    'missing' => [ sub { unlink $file }, qr/${without}The file does not exist\.\n[^\n]*HINT:  This is expected when/ ],
    'empty' => [ sub { truncate $file, 0 }, $both ],
    'cut off in the first copy' => [ sub { truncate $file, 100 }, $both ],
    'cut off in the second copy' => [ sub { truncate $file, 4096 + 100 }, $one ],
    'cut off after the first copy' => [ sub { truncate $file, 4096 }, $one ],
    'torn in the newer copy' => [ sub { change(sub { substr($_[0], 4096 * $last_copy + 40, 8) ^= "\xFF" x 8 }) }, $one ],
    'torn in the older copy' => [ sub { change(sub { substr($_[0], 4096 * (1 - $last_copy) + 40, 8) ^= "\xFF" x 8 }) }, $one ],
    'wrong by a bit' => [ sub { change(sub { substr($_[0], 4096 * $last_copy + 40, 1) ^= "\x01" }) }, $one ],
    'torn in the version of a copy' => [ sub { change(sub { substr($_[0], 4096 * $last_copy + 4, 4) = pack 'L', 2 }) }, $one ],
    'torn in both copies' => [ sub { change(sub { substr($_[0], 4096 * $_ + 40, 8) ^= "\xFF" x 8 for 0, 1 }) }, $both ],
    'full of zeros' => [ sub { change(sub { $_[0] = "\0" x 8192 }) }, $both ],
    'of another database cluster' => [ sub { copy($other->data_dir . '/ulidkit.bounds', $file) }, qr/${without}The file belongs to another database cluster\./ ]);
for my $fault (sort keys %faults) {
    my ($make, $message) = @{ $faults{$fault} };
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
    write_both_copies();
    my $seen = newest_ids($node);
    $node->stop;
    $make->();
    logged();
    start();
    check_next($node, $seen, $fault);
    my $log = logged();
    like($log, $message, "$fault: the server log says it");
    is(() = $log =~ /generators of ulidkit start|one of the two copies/g, 1, "$fault: once");
    is(far_ahead(), $message eq $one ? '' : 'tbsl timeid', "$fault: the microsecond kinds begin as after the first start if there is no copy");
    # The next start has a file again.
    $seen = newest_ids($node);
    $node->stop;
    start();
    check_next($node, $seen, "$fault, restarted");
    write_both_copies();
    unlike(logged(), qr/ulidkit\.bounds/, "$fault: the file is whole again");
}

# A file that cannot be read now is waited for, because the next ids have to be above its ceilings.
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
my $seen = newest_ids($node);
$node->stop;
chmod 0, $file;
set_clock($clock, -600);
logged();
start();
for my $kind (@generators) {
    like(attempt($node, $kind), qr/ERROR:  42501: could not open file "ulidkit\.bounds": Permission denied\n/, "$kind: not without the ceilings");
}
check_other_work('without the ceilings');
chmod 0600, $file;
check_next($node, $seen, 'unreadable, then readable');
is($node->safe_psql('postgres', "SELECT DISTINCT clock_lead > '9 min' FROM ulidkit_generators()"), 't', 'with a clock that is behind');
unlike(logged(), $without, 'no kind began without the file');
set_clock($clock, 0);

# A file of another version is not understood, and not overwritten.
sub crc32c {
    my ($bytes) = @_;
    my $crc = 0xFFFFFFFF;
    for my $byte (unpack 'C*', $bytes) {
        $crc ^= $byte;
        $crc = $crc & 1 ? $crc >> 1 ^ 0x82F63B78 : $crc >> 1 for 1 .. 8;
    }
    return $crc ^ 0xFFFFFFFF;
}
sub set_version {
    my ($copy, $version) = @_;
    change(sub {
        substr($_[0], 4096 * $copy + 4, 4) = pack 'L', $version;
        substr($_[0], 4096 * $copy + 4092, 4) = pack 'L', crc32c(substr $_[0], 4096 * $copy, 4092);
    });
}
for my $copies ([0, 1], [0], [1]) {
    my $how = "version 2 in copy @$copies";
    $seen = newest_ids($node);
    $node->stop;
    set_version($_, 2) for @$copies;
    $before = contents($file);
    set_clock($clock, -600);
    logged();
    start();
    for my $kind (@generators) {
        like(attempt($node, $kind),
            qr/ERROR:  XX001: file "ulidkit\.bounds" has unsupported version 2\nDETAIL:  This library can use version 1\.\nHINT:  Install the version of ulidkit that wrote the file, or a newer one\.\n/,
            "$how: $kind is refused");
    }
    for my $call ('* FROM ulidkit_generators()', 'ulidkit_reset_generators()', "ulid_observe(ulid_generate(clock_timestamp()))") {
        my (undef, undef, $error) = $node->psql('postgres', "SELECT $call");
        like($error, qr/ERROR:  file "ulidkit\.bounds" has unsupported version 2\n/, "$how: $call");
        unlike($error, qr/WARNING/, "$how: and does nothing");
    }
    check_other_work($how);
    is(contents($file), $before, "$how: the file is as it was");
    unlike(logged(), qr/$without|$one/, "$how: no kind began without it");
    # With the library that wrote it.
    $node->stop;
    set_version($_, 1) for @$copies;
    start();
    check_next($node, $seen, "$how, then 1");
    set_clock($clock, 0);
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
    write_both_copies();
}

# What else can have the name of the file. Each stays until the code that was returned is called.
my $aside = "$base/aside";
my $socket;
my $not_regular = 'file "ulidkit.bounds" is not a regular file';
my %others = (
    'a FIFO' => [ $not_regular, sub { mkfifo($file, 0600) or die $! } ],
    'a device' => [ $not_regular, sub { symlink '/dev/null', $file or die $! } ],
    'a folder' => [ $not_regular, sub { mkdir $file or die $! } ],
    'a socket' => [ $not_regular, sub {
        # The path of a socket has about 100 characters at most.
        my $short = PostgreSQL::Test::Utils::tempdir_short() . '/socket';
        $socket = IO::Socket::UNIX->new(Local => $short, Listen => 1) or die $!;
        rename $short, $file or die $!;
    } ],
    'a link to itself' => [ 'could not open file "ulidkit.bounds": Too many levels of symbolic links', sub { symlink $file, $file or die $! } ]);
sub put_aside {
    my ($make) = @_;
    rename $file, $aside or die $!;
    $make->();
}
sub put_back {
    (-d $file && !-l $file ? rmdir $file : unlink $file) or die $!;
    rename $aside, $file or die $!;
}
# It is not waited for.
sub attempt_in_time {
    my ($kind) = @_;
    my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT ${kind}_generate()", timeout => 20, timed_out => \my $late);
    return $late ? 'timed out' : $error;
}
for my $other (sort keys %others) {
    my ($message, $make) = @{ $others{$other} };
    $seen = newest_ids($node);
    $node->stop;
    put_aside($make);
    set_clock($clock, -600);
    logged();
    start();
    like(attempt_in_time($_), qr/ERROR:  58030: \Q$message\E\n/, "$other: $_ is refused after a start") for @generators;
    check_other_work("with $other");
    put_back();
    check_next($node, $seen, "$other, then the file");
    unlike(logged(), $without, "$other: no kind began without the file");
    set_clock($clock, 0);
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
}

# The file cannot be written while the server runs. Until the ceiling is reached generation goes on.
$node->safe_psql('postgres', q{
    CREATE FUNCTION until_refused(kinds text[], control text, fault text)
        RETURNS TABLE (kind text, made bigint, last text, state text, message text) LANGUAGE plpgsql AS $$
    DECLARE
        counts bigint[] := array_fill(0, ARRAY[cardinality(kinds)]);
        newest text[];
        id text;
        refused boolean[] := array_fill(false, ARRAY[cardinality(kinds)]);
        latest timestamptz;
    BEGIN
        FOR i IN 1 .. cardinality(kinds) LOOP
            EXECUTE format('SELECT %I()', kinds[i] || '_generate');
        END LOOP;
        EXECUTE format('COPY (SELECT %L) TO %L', fault, control);
        SELECT max(saved_until) + interval '10 s' INTO latest FROM ulidkit_generators();
        WHILE false = ANY (refused) AND clock_timestamp() < latest LOOP
            FOR i IN 1 .. cardinality(kinds) LOOP
                CONTINUE WHEN refused[i];
                BEGIN
                    EXECUTE format('SELECT %I()', kinds[i] || '_generate') INTO id;
                    newest[i] := id;
                    counts[i] := counts[i] + 1;
                EXCEPTION WHEN OTHERS THEN
                    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
                    refused[i] := true;
                    kind := kinds[i];
                    made := counts[i];
                    last := newest[i];
                    RETURN NEXT;
                END;
            END LOOP;
            PERFORM pg_sleep(0.001);
        END LOOP;
    END
    $$});
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
set_fsync('on');
my %cannot = (
    'pwrite 28' => [ '53100', 'could not write file "ulidkit.bounds": No space left on device' ],
    'short 0' => [ '53100', 'could not write file "ulidkit.bounds": No space left on device' ],
    'open 30' => [ '42501', 'could not open file "ulidkit.bounds": Read-only file system' ],
    'pwrite 5' => [ '58030', 'could not write file "ulidkit.bounds": Input/output error' ],
    'sync 5' => [ '58030', 'could not fsync file "ulidkit.bounds": Input/output error' ]);
for my $fault (sort keys %cannot) {
    my ($state, $message) = @{ $cannot{$fault} };
    logged();
    calls();
    my %seen;
    my $failures = 'SELECT kind, save_failures FROM ulidkit_generators() ORDER BY kind';
    my %failures = map { split /\|/ } split /\n/, $node->safe_psql('postgres', $failures);
    for (split /\n/, $node->safe_psql('postgres', "SELECT * FROM until_refused('{${\join(',', @generators)}}', '$control', '$fault')")) {
        my ($kind, $made, $last, @error) = split /\|/;
        cmp_ok($made, '>', 0, "$fault: $kind goes on until the ceiling");
        is_deeply(\@error, [ $state, $message ], "$fault: $kind is refused then");
        $seen{$kind} = { last => $last, count => $made };
    }
    is(join(' ', sort keys %seen), join(' ', sort @generators), "$fault: each kind is refused in the end");
    my $log = logged();
    like($log, qr/LOG:  \Q$message\E\n/, "$fault: the server log says it before");
    note "$fault: ", scalar(() = $log =~ /LOG:  \Q$message\E/g), " lines in the log";
    my $counted = 0;
    for (split /\n/, $node->safe_psql('postgres', $failures)) {
        my ($kind, $now) = split /\|/;
        cmp_ok($now, '>', $failures{$kind}, "$fault: failures of $kind are counted");
        $counted += $now - $failures{$kind};
    }
    # Errors in the function are caught, and not logged.
    is($counted, (() = $log =~ /LOG:  \Q$message\E/g) + @generators, "$fault: each of them once");
    note "$fault: ", scalar(() = calls() =~ /write/g), " writes";
    is($node->safe_psql('postgres', 'SELECT kind FROM ulidkit_generators() WHERE newest_time >= saved_until'), '', "$fault: no id is of a time after the ceiling");
    check_other_work("with $fault");
    # An id is not observed either if a start could begin below it, however often it is tried.
    for my $kind (@generators) {
        for (1, 2) {
            my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT ${kind}_observe(${kind}_generate(clock_timestamp() + interval '30 min'))");
            like($error, qr/ERROR:  $state: \Q$message\E\n/, "$fault: $kind is not observed, attempt $_");
        }
    }
    # A server that starts on such a disk has the ceiling, and no id.
    $node->stop;
    start();
    like(attempt($node, $_), qr/ERROR:  $state: \Q$message\E\n/, "$fault: $_ is refused after a start") for @generators;
    check_other_work("with $fault after a start");
    unlink $control or die;
    check_next($node, \%seen, "$fault, then well again");
    like(calls(), qr/write\nsync\n\z/, "$fault: the last write is fsynced");
}

# Something else gets the name of the file while the server runs. It is not written to.
change_setting($node, 'ulidkit.max_clock_lead', '1s');
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
for my $other (sort keys %others) {
    my ($message, $make) = @{ $others{$other} };
    logged();
    put_aside($make);
    my %seen;
    for (split /\n/, $node->safe_psql('postgres', "SELECT * FROM until_refused('{${\join(',', @generators)}}', '$base/unused', '')")) {
        my ($kind, $made, $last, @error) = split /\|/;
        cmp_ok($made, '>', 0, "$other: $kind goes on until the ceiling");
        is_deeply(\@error, [ '58030', $message ], "$other: $kind is refused then");
        $seen{$kind} = { last => $last, count => $made };
    }
    is(join(' ', sort keys %seen), join(' ', sort @generators), "$other: each kind is refused in the end");
    like(logged(), qr/LOG:  \Q$message\E\n/, "$other: the server log says it before");
    my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT ulidkit_reset_generators()");
    like($error, qr/ERROR:  58030: \Q$message\E\n/, "$other: nor can the generators be reset");
    put_back();
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
    is(-s $file, 8192, "$other: the file is back");
    unlink $aside;
}
unlink "$base/unused";
change_setting($node, 'ulidkit.max_clock_lead', '1h');

# A disk that is so slow that the clock passes the shortest ceiling during a write.
change_setting($node, 'ulidkit.max_clock_lead', '0');
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
append_to_file($control, 'slow 400000');
is($node->safe_psql('postgres', "SELECT count(DISTINCT ${_}_generate()) FROM generate_series(1, 1000)"), 1000, "$_: generated with a slow disk") for @generators;
unlink $control or die;
change_setting($node, 'ulidkit.max_clock_lead', '1h');

# The file is removed while the server runs, and the first attempts to write it anew fail half-way.
change_setting($node, 'ulidkit.max_clock_lead', '1s');
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
for my $fault ('short 0', 'sync 5', 'pwrite 5') {
    unlink $file or die;
    append_to_file($control, $fault);
    like(attempt($node, $generators[0], "SELECT ulidkit_reset_generators();"), qr/ERROR:  (53100|58030): could not (write|fsync) file/, "removed, then $fault: fails") for 1, 2;
    unlink $control or die;
    calls();
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
    like(calls(), qr/\Awrite\nwrite\nsync\nfolder\n(write\nsync\n)*\z/, "removed, then $fault: the next write makes both copies, and flushes the folder");
    is(-s $file, 8192, "removed, then $fault: the file is whole");
}

# One flush takes 9 seconds, and the server is stopped at once: the next start need not wait for longer than it is willing to.
for my $kind (qw(ulid timeid)) {
    $node->safe_psql('postgres', "SELECT ${kind}_generate(); SELECT pg_sleep(1.1)");
    append_to_file($control, 'slow 9000000');
    my $slow = IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr('postgres'), '-c', "SELECT ${kind}_generate()" ], '>', \my $id, '2>', \my $error);
    ok(wait_until(sub { calls() =~ /sync/ }), "$kind: a slow flush has begun");
    unlink $control or die;
    $slow->finish;
    is($error, '', "$kind: generated after it");
    cmp_ok($node->safe_psql('postgres', "SELECT extract(epoch FROM saved_until - clock_timestamp()) FROM ulidkit_generators() WHERE kind = '$kind'"), '<', 2, "$kind: the ceiling is not far ahead");
    $node->stop('immediate');
    start();
    check_next($node, { map { $_ => { last => $kind eq $_ ? $id =~ s/\n//r : $node->safe_psql('postgres', "SELECT ${_}_min('2025-01-01Z')"), count => 1 } } @generators }, "$kind, after a slow flush");
    is($node->safe_psql('postgres', 'SELECT sum(refusals) FROM ulidkit_generators()'), 0, "$kind: no generator failed");
}

# If each flush takes longer than the ceiling can reach, generation says so instead of trying for ever, and goes on with a longer
# lead.
append_to_file($control, 'slow 2100000');
$node->safe_psql('postgres', "SELECT pg_sleep(1.1)");
like(attempt($node, 'ulid'), qr/ERROR:  58030: file "ulidkit\.bounds" is written too slowly\nDETAIL:  Each of the last two writes took [2-9]\.\d{3} seconds or more, but IDs can be generated for 1\.999 seconds after the beginning of a write\.\nHINT:  Check the disk\. On a disk that stays so slow, raise "ulidkit\.max_clock_lead"\./,
    'each flush is too slow');
is($node->safe_psql('postgres', "SELECT save_failures > 0 FROM ulidkit_generators() WHERE kind = 'ulid'"), 't', 'which is counted');
change_setting($node, 'ulidkit.max_clock_lead', '5s');
is($node->safe_psql('postgres', 'SELECT count(DISTINCT ulid_generate()) FROM generate_series(1, 1000)'), 1000, 'generated with a longer lead');
unlink $control or die;
change_setting($node, 'ulidkit.max_clock_lead', '1h');

set_fsync('off');

# The server crashes in the middle of a write, and its clock is set back. The copy that was not being written counts.
for my $round (1 .. 3) {
    set_clock($clock, 0);
    my $load = start_load($node, 100_000);
    logged();
    append_to_file($control, 'torn 0');
    ok(wait_until(sub { newly_logged() =~ /was terminated by signal 9/ }), "torn, $round: a write kills its process");
    set_clock($clock, -600);
    my $seen = end_load($load);
    unlink $control;
    ok(recovers($node), "torn, $round: recovered");
    check_next($node, $seen, "torn, $round");
    like(logged(), $one, "torn, $round: the other copy is used");
    is(far_ahead(), '', "torn, $round: and its ceilings");
}
set_clock($clock, 0);

# The file goes with a base backup of a running server, and with a copy of the data directory. A clock that is behind is
# noticed there as well.
my $load = start_load($node, 100_000);
$seen = newest_ids($node);
$node->backup('backup');
$node->stop;
end_load($load);
my %copies = ('a base backup' => [ 'backup', $seen ]);
start();
$copies{'a copy'} = [ 'copy', newest_ids($node) ];
$node->stop;
$node->backup_fs_cold('copy');
for my $copy (sort keys %copies) {
    my ($name, $seen) = @{ $copies{$copy} };
    my $restored = PostgreSQL::Test::Cluster->new("restored_$name");
    $restored->init_from_backup($node, $name);
    set_clock($clock, -600);
    with_faults(sub { $restored->start });
    is($restored->safe_psql('postgres', q{SELECT DISTINCT clock_lead > '9 min' FROM ulidkit_generators()}), 't', "$copy: the clock is behind");
    check_next($restored, $seen, $copy);
    $restored->stop;
}
set_clock($clock, 0);
start();

# A standby writes nothing, also if it generates. After its promotion it writes.
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'backup', has_streaming => 1);
with_faults(sub { $standby->start });
my $standby_file = $standby->data_dir . '/ulidkit.bounds';
$before = contents($standby_file);
isnt($before, 'none', 'a standby has the file of the backup');
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
$seen = newest_ids($node);
$node->wait_for_catchup($standby, 'replay');
calls();
$standby->safe_psql('postgres', $other_work);
my $seen_in_recovery;
for (1 .. 10) {
    $seen_in_recovery = newest_ids($standby);
    select undef, undef, undef, 0.1;
}
is($standby->safe_psql('postgres', 'SELECT count(saved_until) FROM ulidkit_generators()'), 0, 'in recovery there is no ceiling');
is(contents($standby_file), $before, 'and the file is as it was');
is(calls(), '', 'nor is it written');
$node->safe_psql('postgres', 'CREATE TABLE last_replayed ()');
$node->wait_for_catchup($standby, 'replay');
$standby->promote;
check_next($standby, $seen_in_recovery, 'promoted, seen in recovery');
check_next($standby, $seen, 'promoted, seen on the primary');
isnt(contents($standby_file), $before, 'the promoted standby writes the file');

# pg_rewind takes the file of the new primary.
$node->safe_psql('postgres', 'CREATE TABLE lost AS SELECT generate_series(1, 1000)');
$node->stop;
$standby->safe_psql('postgres', 'SELECT ulidkit_reset_generators(); CREATE TABLE kept AS SELECT generate_series(1, 1000); CHECKPOINT');
$seen = newest_ids($standby);
my $conf = slurp_file($node->data_dir . '/postgresql.conf');
command_ok([ 'pg_rewind', '-D', $node->data_dir, '--source-server', $standby->connstr('postgres') ], 'the old primary is rewound');
is(contents($file), contents($standby_file), 'and has the file of the new one');
unlink $node->data_dir . '/postgresql.conf';
append_to_file($node->data_dir . '/postgresql.conf', $conf);
chmod 0600, $node->data_dir . '/postgresql.conf';
$node->enable_streaming($standby);
# With a short lead the microsecond kinds do not begin far ahead of the last replayed transaction.
$node->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', "'1s'");
start();
$standby->wait_for_catchup($node, 'replay');
$standby->stop;
set_clock($clock, -600);
$node->promote;
is($node->safe_psql('postgres', "SELECT DISTINCT clock_lead > '9 min' FROM ulidkit_generators()"), 't', 'rewound and promoted: the clock is behind before the first id');
like(attempt($node, 'snowflake'), qr/system clock is behind/, 'which a layout of Snowflakes notices with its first id');
change_setting($node, 'ulidkit.max_clock_lead', '1h');
check_next($node, $seen, 'rewound and promoted');
set_clock($clock, 0);

# A server in single-user mode.
sub single_user {
    my ($in) = @_;
    my ($out, $error) = ('', '');
    with_faults(sub { IPC::Run::run([ 'postgres', '--single', '-D', $node->data_dir, 'postgres' ], '<', \$in, '>', \$out, '2>', \$error) });
    return ($out, $error);
}
$seen = newest_ids($node);
for my $offset (0, -600) {
    $node->stop;
    set_clock($clock, $offset);
    for (1 .. 2) {
        my ($out, $error) = single_user("SET search_path = layout, public\n" . join '', map { "SELECT ${_}_generate() > '$seen->{$_}{last}' AS above, ${_}_generate() AS id\n" } @generators);
        my @above = $out =~ /above = "(.)"/g;
        my @made = $out =~ /id = "([^"]+)"/g;
        is_deeply(\@above, [ ('t') x @generators ], "single-user mode: above all ids seen, with a clock wrong by $offset seconds") or diag $out . $error;
        $seen->{ $generators[$_] }{last} = $made[$_] for 0 .. $#generators;
    }
    start();
    check_next($node, $seen, "after single-user mode, with a clock wrong by $offset seconds");
    $seen = newest_ids($node);
}

# If the library is preloaded, the file is read when it is needed, too.
set_clock($clock, 0);
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\n");
for my $offset (0, -600) {
    $seen = newest_ids($node);
    $node->stop('immediate');
    set_clock($clock, $offset);
    start();
    check_next($node, $seen, "preloaded, with a clock wrong by $offset seconds");
}
is(far_ahead(), '', 'preloaded: nothing is far ahead');

$node->stop;
done_testing();
