# The statements of docs/neighbours.md, so that the tests run what the page says. Its indented blocks are SQL, those of a section
# in one session; a ```text block right after one is what psql prints for it. Blocks of ```sh are commands.
package Page;

use strict;
use warnings;
use Exporter 'import';
use IPC::Run;
use Test::More;

our @EXPORT = qw(commands_of run_section sections statements_of);

my (@sections, %blocks, %commands);
{
    open my $in, '<:encoding(UTF-8)', 'docs/neighbours.md' or die "docs/neighbours.md: $!";
    my ($section, $fence, $open) = ('');
    while (<$in>) {
        if (defined $fence) {
            if (/^```/) { undef $fence }
            elsif ($fence eq 'sh') { $commands{$section} .= $_ }
            elsif ($fence eq 'text') { $blocks{$section}[-1]{expected} .= $_ }
        } elsif (/^```(\w*)/) {
            $fence = $1;
            $blocks{$section}[-1]{expected} = '' if $fence eq 'text';
            $open = 0;
        } elsif (/^ {4}(.*\n)/) {
            push @{ $blocks{$section} }, { sql => '' } unless $open;
            $blocks{$section}[-1]{sql} .= $1;
            $open = 1;
        } elsif (/\S/) {
            $open = 0;
            push @sections, $section = $1 if /^##+ (.*)/;
        } elsif ($open) {
            $blocks{$section}[-1]{sql} .= "\n";
        }
    }
}

# The sections with statements or commands; that before the first heading is ''.
sub sections {
    return grep { $blocks{$_} || $commands{$_} } '', @sections;
}

sub statements_of {
    my ($section) = @_;
    return map { $_->{sql} } @{ $blocks{$section} // die "no statements in $section" };
}

sub commands_of {
    my ($section) = @_;
    return $commands{$section} // die "no commands in $section";
}

# Runs the SQL of a section, changed by the code if there is one, and returns what psql printed for each block. An error is what
# the page expects, or the test fails.
sub run_section {
    my ($node, $database, $section, $change) = @_;
    my @blocks = @{ $blocks{$section} // die "no statements in $section" };
    my $script = "SET timezone = 'UTC';\n";
    for (0 .. $#blocks) {
        local $_ = "\\echo ---8<--- $_\n$blocks[$_]{sql}\n";
        $change->() if $change;
        $script .= $_;
    }
    my $printed;
    IPC::Run::run([ 'psql', '-X', '-q', '-d', $node->connstr($database) ], '<', \$script, '>', \$printed, '2>&1') or die $printed;
    my @outputs;
    $outputs[$1] = $2 while $printed =~ /^---8<--- (\d+)\n(.*?)(?=^---8<---|\z)/msg;
    for (0 .. $#blocks) {
        my ($got, $expected) = ($outputs[$_] // '(not run)', $blocks[$_]{expected});
        s/[ \t]+$//mg, s/\n+\z/\n/ for grep { defined } $got, $expected;
        if (defined $expected && !$change) { is($got, $expected, "$section: what the page prints") }
        else { unlike($got, qr/\(not run\)|ERROR|FATAL/, "$section: a block without an error") }
    }
    return @outputs;
}

1;
