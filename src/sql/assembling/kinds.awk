# Reads the list of kinds, src/core/kinds.hpp, and prints one line for each, in their order: the kind, its type, its shape (bytes,
# int64 or guest) and, of bytes, their number. Every line that looks like a part of a list has to be understood.
#
# Variable: others, the names of the files of src/sql that belong to no kind.

function bad(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why | "cat 1>&2"
    failed = 1
    exit 1
}

function trimmed(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

/^[ \t]*#[ \t]*define[ \t]+ULIDKIT_(TYPES|GUESTS)[^A-Z_]/ {
    if ($0 !~ /^#define ULIDKIT_(TYPES|GUESTS)\(KIND\) \\$/)
        bad("expected \"#define ULIDKIT_TYPES(KIND) \\\" or \"#define ULIDKIT_GUESTS(KIND) \\\", and then one kind a line")
    list = /ULIDKIT_TYPES/ ? "types" : "guests"
    if (lists[list]++)
        bad("the same list for the second time")
    next
}

list != "" || /^[ \t]*KIND[ \t]*\(/ {
    if (list == "")
        bad("a kind in no list; is the \"\\\" missing that ends the line before?")
    line = $0
    more = sub(/[ \t]*\\$/, "", line)
    if (line !~ /^[ \t]*KIND\([^(),]+,[^(),]+,[^(),]+\)$/)
        bad("not understood: expected \"KIND(name, Class, shape)\", found \"" trimmed(line) "\"")
    sub(/^[ \t]*KIND\(/, "", line)
    sub(/\)$/, "", line)
    split(line, field, ",")
    name = trimmed(field[1])
    shape = trimmed(field[3])
    # The function f of kind K is K_f in C and in SQL. SQL folds capitals, C does not; and with underscores the kinds
    # timeid and timeid_prefix would both have a function timeid_prefix_min.
    if (name !~ /^[a-z][a-z0-9]*$/)
        bad("the name of a kind, of which C and SQL names are made, is small letters and digits, no underscore: found \"" \
            name "\"")
    if (index(" " others " ", " " name " "))
        bad("no kind can be named " name ": src/sql/" name ".sql is something else")
    if (names[name]++)
        bad("kind " name " for the second time")
    if (trimmed(field[2]) !~ /^[A-Z][A-Za-z0-9]*$/)
        bad("expected the class of kind " name ", found \"" trimmed(field[2]) "\"")
    if (list == "guests") {
        if (shape !~ /^[a-z][a-z0-9_]*$/)
            bad("expected the name of a type of the server as the type of kind " name ", found \"" shape "\"")
        print name, shape, "guest"
    } else if (shape ~ /^ByteString<[1-9][0-9]*>$/) {
        gsub(/[^0-9]/, "", shape)
        print name, name, "bytes", shape
    } else if (shape == "Int64")
        print name, name, "int64"
    else
        bad("expected ByteString<N> or Int64 as the shape of kind " name ", found \"" shape "\"")
    if (!more)
        list = ""
}

END {
    if (!failed && !lists["types"]) {
        print FILENAME ": there is no list ULIDKIT_TYPES" | "cat 1>&2"
        failed = 1
    }
    close("cat 1>&2")
    exit failed
}
