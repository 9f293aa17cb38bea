# The file of keys of hidden forms: what it can be, what an error says, a reload, standbys, encodings; and that no key is
# ever in a log or a message.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my %key = (first => '1f0e8d7c6a49326f2d1b8a90c4e7355b', second => 'C3A5908D21B74E66F01D7B5A3C9E8842C3A5908D21B74E66F01D7B5A3C9E8811',
    third => '9d2c7be4170f4a5588c6031e5d7fb294');
my $folder = PostgreSQL::Test::Utils::tempdir;
my $file = "$folder/keys";
my @told; # all that sessions were told

sub write_keys {
    my ($content, $mode) = @_;
    unlink $file;
    append_to_file($file, $content);
    chmod $mode // 0600, $file or die $!;
}

# The standard output and the error of a new session.
sub session {
    my ($node, $sql, $database) = @_;
    my (undef, $out, $error) = $node->psql($database // 'postgres', "\\set VERBOSITY verbose\n$sql", on_error_stop => 0);
    push @told, $out, $error;
    return ($out, $error);
}

my $node = server_with_ulidkit('primary', init => { allows_streaming => 1 },
    conf => "ulidkit.hide_key_file = '$file'\nlog_min_messages = debug5\nlog_statement = all\nmax_prepared_transactions = 5\n");
my $hide = q{SELECT bigint_hide(1, 'order')};
write_keys("default $key{first}\n");
my ($form) = session($node, $hide);
like($form, qr/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'a hidden form');

# What the file can be.
sub is_read {
    my ($how, $content, $mode) = @_;
    write_keys($content, $mode);
    my ($out, $error) = session($node, $hide);
    is("$out$error", $form, $how);
}
is_read('comments, blanks, other keys', "# keys\n\n second\t$key{second} # a longer one\r\n  default  \U$key{first}\E \nthird $key{third}");
is_read('with zero bytes, to 32', "default $key{first}" . '0' x 32 . "\n");
is_read('readable only', "default $key{first}\n", 0400);
is_read('of 65536 bytes', "default $key{first}\n" . '#' x (65536 - 42) . "\n");
is_read('a thousand keys', join '', (map { "name_$_ $key{third}\n" } 1 .. 1000), "default $key{first}\n");
rename $file, "$file.moved" or die $!;
symlink "$file.moved", $file or die $!;
is((session($node, $hide))[0], $form, 'a link');
unlink $file;
rename "$file.moved", $file or die $!;

# What it cannot be. The error names the setting and the line, and nothing of what is in the line.
sub is_refused {
    my ($how, $content, $expected, $mode) = @_;
    write_keys($content, $mode) if defined $content;
    my $functions = "$hide; SELECT bigint_reveal('none', 'order'); SELECT bigint_reveal_or_null('none', 'order', 'default'); SELECT ulidkit_hide_key_fingerprint('default')";
    my ($out, $error) = session($node, $functions);
    my $errors = () = $error =~ /ERROR:  $expected/g;
    is("$out, $errors errors", ', 4 errors', $how) or diag $error;
}
my $in = qr/key file of "ulidkit\.hide_key_file"/;
my $form_of_line = qr/Expected a name of at most 63 letters, digits and characters "_", "-" and "\.", blanks, and 32 or 64 hexadecimal digits\./;
for my $line ("default=$key{first}", $key{first}, "default $key{first} $key{third}", "default $key{first}0", "default " . substr($key{first}, 1) . 'x',
    "default:$key{first}", "'default' $key{first}", "default \"$key{first}\"", "\xEF\xBB\xBFdefault $key{first}", "default \0$key{first}", "x" x 64 . " $key{first}",
    "first default $key{first}", "default $key{first}#", "default")
{
    is_refused('a line that is none', "# keys\nthird $key{third}\n$line\nsecond $key{second}\n", qr/F0000: invalid line 3 in $in\nDETAIL:  $form_of_line/);
}
is_refused('a name for the second time', "default $key{first}\n\ndefault $key{first}\n", qr/F0000: invalid line 3 in $in\nDETAIL:  Line 1 has a key of the same name\./);
is_refused('an empty file', '', qr/F0000: $in has no keys\nHINT:  Add a line/);
is_refused('comments only', "# default $key{first}\n", qr/F0000: $in has no keys/);
is_refused('a file that is too long', "default $key{first}\n" . '#' x 65536, qr/F0000: $in has more than 65536 bytes/);
is_refused('a file with the key after 64 kB', '#' x 65536 . "\ndefault $key{first}\n", qr/F0000: $in has more than 65536 bytes/);
for my $mode (0640, 0604, 0620, 0602, 0610, 0601, 0666) {
    is_refused(sprintf('permissions %o', $mode), "default $key{first}\n", qr/F0000: $in has group or world access\nHINT:  Change its permissions to 0600/, $mode);
}
is_refused('permissions 0', "default $key{first}\n", qr/42501: could not open $in: Permission denied/, 0);
unlink $file;
is_refused('no file', undef, qr/58P01: could not open $in: No such file or directory/);
symlink "$file.none", $file or die $!;
is_refused('a link to nothing', undef, qr/58P01: could not open $in: No such file or directory/);
unlink $file;
symlink $file, $file or die $!;
is_refused('a link to itself', undef, qr/58030: could not open $in: Too many levels of symbolic links/);
unlink $file;
mkdir $file or die $!;
is_refused('a folder', undef, qr/F0000: $in is not a regular file/);
rmdir $file;
system('mkfifo', '-m', '600', $file) == 0 or die;
is_refused('a named pipe', undef, qr/F0000: $in is not a regular file/);
unlink $file;
symlink '/dev/zero', $file or die $!;
is_refused('a device', undef, qr/F0000: $in is not a regular file/);
unlink $file;
is_refused('without the key', "third $key{third}\n", qr/42704: key "default" does not exist\nHINT:  Add a line for it/);

# Whose it is: root can own it, and let the group read it, but not everybody. Only root can make files of others, so
# test/bin/with-server does, and KEYS_OF_OTHERS is their folder.
sub link_to {
    my ($target) = @_;
    unlink $file;
    symlink $target, $file or die $!;
}
link_to('/etc/passwd');
is_refused('a file of root that everybody can read is refused', undef, qr/F0000: $in has group or world access\nHINT:  Change its permissions to 0600/);
SKIP: {
    if (!$ENV{KEYS_OF_OTHERS}) {
        diag 'NOT TESTED: key files of root and of another user. Run the test as root, who makes such files.';
        skip 'only root can make files of others', 2;
    }
    link_to("$ENV{KEYS_OF_OTHERS}/hide_keys_of_root");
    like((session($node, $hide))[0], qr/^[0-9A-Z]{26}$/, 'a file of root that the group can read is read');
    link_to("$ENV{KEYS_OF_OTHERS}/hide_keys_of_nobody");
    is_refused('a file of another user is refused', undef, qr/F0000: $in belongs to another user\nHINT:  Only the user of the server, or root, can own it\./);
}
unlink $file;

# A session over reloads: a script, in which each line is a statement or code that changes the file.
my $reload = "SELECT pg_conf_load_time() AS before \\gset\nSELECT pg_reload_conf() \\g /dev/null\n"
    . "SELECT pg_sleep(0.2) WHERE pg_conf_load_time() = :'before' \\g /dev/null\n" x 100;
sub change_to {
    my ($name, $content) = @_;
    append_to_file("$folder/$name", $content);
    chmod 0600, "$folder/$name" or die $!;
    return "\\! cp -p $folder/$name $file\n";
}
write_keys("default $key{first}\nthird $key{third}\n");
my $answer = sub { my ($how) = @_; return "SELECT '$how', bigint_hide(1, 'order') = '$form', bigint_reveal('$form', 'order');\n" };
my ($out, $error) = session($node, join '', "SET client_min_messages = log;\n", $answer->('begins'),
    change_to('added', "default $key{first}\nthird $key{third}\nsecond $key{second}\n"),
    "SELECT 'not read again before a reload', bigint_hide(1, 'order', 'second');\n", $reload,
    $answer->('a key more'), "SELECT 'the key is there', length(bigint_hide(1, 'order', 'second'));\n",
    change_to('changed', "third $key{third}\ndefault $key{second}\n"), $reload, $answer->('a changed key is refused'),
    "SELECT 'the file before it goes on', length(bigint_hide(1, 'order', 'second'));\n",
    change_to('wrong', "default $key{first}\nthird\n"), $answer->('not read before a reload'), $reload, $answer->('a wrong line'),
    change_to('removed', "default $key{first}\n"), $answer->('read without a reload after an error'),
    "SELECT 'a key that is gone', bigint_hide(1, 'order', 'third');\n",
    change_to('other', "default $key{first}\nthird $key{second}\n"), $reload,
    "SELECT 'a key that was another is gone', bigint_hide(1, 'order', 'third');\n",
    change_to('again', "default $key{first}\nthird $key{third}\n"), $reload,
    "SELECT 'a key that is the same is back', length(bigint_hide(1, 'order', 'third'));\n",
    "\\! rm $file\n", $answer->('without the file, before a reload'), $reload, $answer->('without the file'));
is($out, <<'END' =~ s/\n\z//r, 'a session over reloads');
begins|t|1
a key more|t|1
the key is there|26
a changed key is refused|t|1
the file before it goes on|26
not read before a reload|t|1
read without a reload after an error|t|1
a key that is the same is back|26
without the file, before a reload|t|1
END
my @errors = $error =~ /ERROR:  (.*)/g;
is_deeply(\@errors, [ '42704: key "second" does not exist', "F0000: invalid line 2 in key file of \"ulidkit.hide_key_file\"", ('42704: key "third" does not exist') x 2,
        "58P01: could not open key file of \"ulidkit.hide_key_file\": No such file or directory" ], 'its errors');
my $log = slurp_file($node->logfile);
my @refusals = $log =~ /LOG:  .*$in was not read again\n.*DETAIL:  The name in line 2 has had another key in this session\.\n.*HINT:  A new key needs a new name\.\n/g;
is(scalar @refusals, 2, 'the refused reloads are in the log');
unlike($error, qr/key file .*was not read again/, 'and no client sees that');

# A look-up by a hidden form, whose plan is made once: a key that comes with a reload is found, and what is missing is the
# error of the function, not a row that is not found.
write_keys("default $key{first}\nsecond $key{second}\n");
my ($second) = session($node, q{CREATE TABLE orders (id bigint PRIMARY KEY);
    INSERT INTO orders SELECT generate_series(1, 1000);
    ANALYZE orders;
    SELECT bigint_hide(1, 'order', 'second')});
write_keys("default $key{first}\n");
my $look_up = sub { my ($how, $by, $name) = @_; return "SELECT '$how';\nEXECUTE by_form('$by', '$name');\n" };
($out, $error) = session($node, join '',
    "SET plan_cache_mode = force_generic_plan;\n",
    "PREPARE by_form(text, text) AS SELECT id FROM orders WHERE bigint_hide(id, 'order', \$2) = \$1;\n",
    "EXPLAIN (COSTS OFF) EXECUTE by_form('x', 'default');\n",
    $look_up->('known', $form, 'default'), $look_up->('not yet', $second, 'second'),
    change_to('with_second', "default $key{first}\nsecond $key{second}\n"), $reload,
    $look_up->('the new key', $second, 'second'), $look_up->('the old one', $form, 'default'),
    $look_up->('a form of another key', $second, 'default'),
    "\\! rm $file\n", $reload, $look_up->('without the file', $form, 'default'));
is($out, <<'END' =~ s/\n\z//r, 'look-ups over a reload');
Index Only Scan using orders_pkey on orders
  Index Cond: (id = bigint_reveal_or_null($1, 'order'::text, $2))
known
1
not yet
the new key
1
the old one
1
a form of another key
without the file
END
@errors = $error =~ /ERROR:  (.*)/g;
is_deeply(\@errors, [ '42704: key "second" does not exist', "58P01: could not open key file of \"ulidkit.hide_key_file\": No such file or directory" ], 'their errors');

# The setting: a relative path, none, what a session gives, and whom it is shown.
write_keys("default $key{first}\n");
$node->append_conf('postgresql.conf', "ulidkit.hide_key_file = 'keys_in_data_directory'\n");
$node->reload;
copy_key($node->data_dir . '/keys_in_data_directory');
sub copy_key { my ($to) = @_; system('cp', '-p', $file, $to) == 0 or die }
ok($node->poll_query_until('postgres', "SELECT bigint_hide(1, 'order') = '$form'"), 'a relative path');
unlink $node->data_dir . '/keys_in_data_directory';
{
    local $ENV{PGOPTIONS} = "-c ulidkit.hide_key_file=$file";
    my (undef, $refused) = session($node, $hide);
    like($refused, qr/WARNING:  .*cannot be changed now.*ERROR:  22023: value "\Q$file\E" of "ulidkit\.hide_key_file" could not be applied\n/s, 'a file that the client gives');
}
$node->append_conf('postgresql.conf', "ulidkit.hide_key_file = ''\n");
$node->reload;
$node->poll_query_until('postgres', "SELECT ulid_generate() IS NOT NULL AND current_setting('ulidkit.hide_key_file') = ''") or die;
like((session($node, $hide))[1], qr/ERROR:  55000: "ulidkit\.hide_key_file" is not set\nHINT:  Set it to the name of a file of keys in "postgresql\.conf"/, 'no file is set');
$node->append_conf('postgresql.conf', "ulidkit.hide_key_file = '$file'\nshared_preload_libraries = 'ulidkit'\n");

# The server starts with the library preloaded, whatever the file is: the postmaster does not read it.
write_keys("default\n");
$node->restart;
is_refused('preloaded, a wrong line', undef, qr/F0000: invalid line 1 in $in/);
write_keys("default $key{first}\n");
is((session($node, $hide))[0], $form, 'preloaded');

# A standby needs the file, too.
$node->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'backup', has_streaming => 1);
$standby->append_conf('postgresql.conf', "ulidkit.hide_key_file = '$folder/keys_of_standby'\n");
$standby->start;
$node->wait_for_catchup($standby, 'replay');
like((session($standby, $hide))[1], qr/ERROR:  58P01: could not open $in/, 'a standby without the file');
copy_key("$folder/keys_of_standby");
is((session($standby, $hide))[0], $form, 'a standby with the file');
my $fingerprint = q{SELECT ulidkit_hide_key_fingerprint('default')};
is((session($standby, $fingerprint))[0], (session($node, $fingerprint))[0], 'the same fingerprint');
my @said = (@told, slurp_file($standby->logfile));
$standby->stop;

# The context is in UTF-8 whatever the encoding of the database is. SQL_ASCII says nothing of the encoding.
my $context = "Gr\xC3\xB6\xC3\x9Fe";
my ($utf8) = session($node, "SELECT bigint_hide(1, '$context')");
for my $encoding ('LATIN1', 'WIN1252', 'SQL_ASCII') {
    my $database = lc $encoding;
    $node->safe_psql('postgres', "CREATE DATABASE $database ENCODING '$encoding' LOCALE 'C' TEMPLATE template0");
    $node->safe_psql($database, 'CREATE EXTENSION ulidkit');
    my $client = $encoding eq 'SQL_ASCII' ? '' : "SET client_encoding = 'UTF8';";
    is((session($node, "$client SELECT bigint_hide(1, '$context')", $database))[0], $utf8, "the same form from $encoding");
    is((session($node, "$client SELECT bigint_reveal('$utf8', '$context'), bigint_hide(1, '$context') = '$utf8'", $database))[0], '1|t', "and back");
}
like((session($node, "SELECT bigint_hide(1, E'Gr\\xF6')", 'sql_ascii'))[1], qr/ERROR:  22021: invalid byte sequence for encoding "UTF8"/, 'a context that is not UTF-8');
like((session($node, "SELECT bigint_reveal_or_null('', E'Gr\\xF6', 'default')", 'sql_ascii'))[1], qr/ERROR:  22021/, 'nor for the planner');

# No message has had the name of the file, which not every role may know, but for what the client gave itself.
is_deeply([ grep { /\Q$folder\E/ && !/could not be applied/ } map { split /\n/ } @told ], [], 'nothing of the name of the file was told');

# Neither the log, at any level, nor a message has had anything of a key, but for what statements have said.
push @said, slurp_file($node->logfile);
my $all = lc join "\n", @said;
for my $name (sort keys %key) {
    my $part = lc substr $key{$name}, 8, 12;
    is(index($all, $part), -1, "nothing of the key $name was said");
}
like($all, qr/debug5?:/, 'the log has all levels');
$node->stop;

done_testing();
