# Common code of the tests of examples/rekey: writing the scripts of a table, and running them.
package Rekey;

use strict;
use warnings;
use Cwd;
use Exporter 'import';
use File::Temp;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(@steps definitions difference interrupt_step run_step take_statements written_scripts write_scripts);

our @steps = qw(1_columns 2_fill 3_indexes 4_constraints 5_validate 6_swap 7_drop_old);
my $source = getcwd() . '/examples/rekey';

# Runs psql, and returns its status, what it prints and its errors.
sub run_psql {
    my ($node, $database, @arguments) = @_;
    my ($out, $error) = ('', '');
    IPC::Run::run([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr($database), @arguments ], '>', \$out, '2>', \$error);
    return ($? >> 8, $out, $error);
}

# Writes the scripts into a folder of their own. Returns it, and what is printed or the error.
sub write_scripts {
    my ($node, $database, %variables) = @_;
    my $role = delete $variables{role};
    my $folder = File::Temp::tempdir(CLEANUP => 1);
    my $back = getcwd();
    chdir $folder or die $!;
    my ($status, $out, $error) = run_psql($node, $database, ($role ? ('-U', $role) : ()), (map { ('-v', "$_=$variables{$_}") } sort keys %variables), '-f', "$source/write.sql");
    chdir $back or die $!;
    return ($folder, $status ? $error : $out);
}

sub written_scripts {
    my ($folder) = @_;
    my @files = map { s,.*/,,r } sort glob "$folder/*";
    return @files;
}

# Runs a step or an undo of the scripts in a folder. Returns what it prints; with an error, dies, or returns that if fails => 1.
sub run_step {
    my ($node, $database, $folder, $step, %options) = @_;
    my ($file) = glob "$folder/*_$step.sql";
    my ($status, $out, $error) = run_psql($node, $database, ($options{role} ? ('-U', $options{role}) : ()), '-f', $file);
    die "$step has not failed" if $options{fails} && !$status;
    return $error if $options{fails};
    die "$file: $error" if $status;
    return $out . $error;
}

# Runs the beginnings of a script, one after the other, each from the first statement to one that is the last before psql is
# killed: each statement in turn, or only those that match. Ends within a transaction are left out, because they change nothing.
sub interrupt_step {
    my ($node, $database, $folder, $step, %options) = @_;
    my ($file) = glob "$folder/*_$step.sql";
    my $script = slurp_file($file);
    my ($from, $open, $count) = (0, 0, 0);
    while ($script =~ /\G(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(\$\w*\$).*?\1|(;|\\g[^\n]*)|.)/gs) {
        next unless defined $2;
        my $statement = substr $script, $from, pos($script) - $from;
        $from = pos $script;
        $open = 1 if $statement =~ /^BEGIN;/m;
        $open = 0 if $statement =~ /^COMMIT;/m;
        next if $open || ($options{after} && $statement !~ $options{after});
        my $part = "$folder/part.sql";
        append_to_file($part, substr($script, 0, $from) . "\n");
        my ($status, undef, $error) = run_psql($node, $database, ($options{role} ? ('-U', $options{role}) : ()), '-f', $part);
        unlink $part;
        die "$file, until $statement: $error" if $status;
        $count++;
    }
    die "$file was not interrupted" unless $count;
    return $count;
}

# Takes the hyphens away from the statements that step 6 has for the reader, changed by a function of their text.
sub take_statements {
    my ($folder, $change) = @_;
    my ($file) = glob "$folder/*_6_swap.sql";
    my $script = slurp_file($file);
    $script =~ s{(^-- Yours: .*\n)((?:^--.*\n)+)}{ my ($head, $body) = ($1, $2); $head . $change->($body =~ s/^-- ?//mgr) }gem;
    unlink $file;
    append_to_file($file, $script);
}

# What the catalog has of tables, by names and in words of the server, but for the types, the default of the key, and its old
# column with the index: the same before and after.
sub definitions {
    my ($node, $database, $key, @tables) = @_;
    $_ = $_ =~ s/'/''/gr for $key;
    my $list = join ', ', map { my $t = $_ =~ s/'/''/gr; "'$t'::regclass" } @tables;
    return $node->safe_psql($database, <<"SQL");
SET search_path = pg_catalog;
WITH t AS (SELECT unnest(ARRAY[$list]) AS oid)
SELECT * FROM (
    SELECT conrelid::regclass::text, 'constraint', conname::text, concat_ws(' | ', pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint'))
    FROM pg_constraint WHERE conrelid IN (SELECT oid FROM t) OR confrelid IN (SELECT oid FROM t)
    UNION ALL
    SELECT indrelid::regclass::text, 'index', indexrelid::regclass::text, concat_ws(' | ', pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident, reloptions, reltablespace,
        obj_description(indexrelid, 'pg_class'), (SELECT string_agg(attnum || ':' || attstattarget, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget >= 0))
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid IN (SELECT oid FROM t)
        AND indkey::text NOT IN (SELECT attnum::text FROM pg_attribute WHERE attrelid = indrelid AND attname = 'old_$key')
    UNION ALL
    SELECT stxrelid::regclass::text, 'statistics', stxname::text, concat_ws(' | ', stxkind, stxstattarget, obj_description(oid, 'pg_statistic_ext'),
        (SELECT string_agg(attname, ',' ORDER BY attname) FROM pg_attribute WHERE attrelid = stxrelid AND attnum = ANY (stxkeys)))
    FROM pg_statistic_ext WHERE stxrelid IN (SELECT oid FROM t)
    UNION ALL
    SELECT tgrelid::regclass::text, 'trigger', tgname::text, concat_ws(' | ', pg_get_triggerdef(oid), tgenabled, obj_description(oid, 'pg_trigger'))
    FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM t) AND NOT tgisinternal
    UNION ALL
    SELECT attrelid::regclass::text, 'column', attname::text, concat_ws(' | ', attnotnull, CASE attname WHEN '$key' THEN '' ELSE attidentity || atthasdef END, CASE WHEN attstattarget >= 0 THEN attstattarget END,
        (SELECT string_agg(o, ',') FROM unnest(attoptions) AS o WHERE o ~ '^n_distinct'), attacl, col_description(attrelid, attnum))
    FROM pg_attribute WHERE attrelid IN (SELECT oid FROM t) AND attnum > 0 AND NOT attisdropped AND attname <> 'old_$key'
    UNION ALL
    SELECT oid::regclass::text, 'table', '', concat_ws(' | ', relreplident, relrowsecurity, relacl) FROM pg_class WHERE oid IN (SELECT oid FROM t)
) AS s ORDER BY 1, 2, 3
SQL
}

# The lines that only one of two texts has.
sub difference {
    my @texts = map { my %lines = map { $_ => 1 } split /\n/; \%lines } @_;
    return join '', map { my ($sign, $one, $other) = @$_; map { "$sign $_\n" } grep { !$other->{$_} } sort keys %$one } [ '-', @texts ], [ '+', reverse @texts ];
}

1;
