# The installation scripts, made of the list of kinds, the templates and the other files of src/sql.
#
# A kind with a type of its own is made of the templates that its shape has, and of K.sql; a kind on a type of the server's is
# time.sql.in and K.sql, if any. In templates @kind@ is the kind, @type@ its type, @storage@ how CREATE TYPE stores it, and
# @key_storage@ how it stores two of its values as a key of a GiST index. Templates of what is no kind's have placeholders of
# their own, which comparisons() and ulidtexts() fill.

# The files that belong to no kind. Those of the script of ulidkit come before and after the kinds, in this order; those of every
# script are put there by script() in src/sql/assemble.
before_kinds='planner'
after_kinds='snowflake binaryid typeid hidden_forms ulidkit'
of_every_script='newer text_path'
others="$before_kinds $after_kinds $of_every_script"

# The installation script of the extension, but for its first line and what every script has.
body() {
    awk -v others="$others" -f "$parts/kinds.awk" "$root/src/core/kinds.hpp" >"$work/kinds"
    "body_of_$extension"
    check_places
}

# Every SQL file is of a kind, or listed above.
check_places() {
    files . | sed -n 's/\.sql$//p' | while read -r name; do
        case " $others " in
        *" $name "*) ;;
        *)
            grep -q "^$name " "$work/kinds" ||
                fail "src/sql/$name.sql belongs to no kind, and is not listed in src/sql/assembling/templates.sh"
            ;;
        esac
    done
}

body_of_ulidkit() {
    for file in $before_kinds; do
        cat "$sql/$file.sql"
    done
    comparisons
    while read -r kind type shape size; do
        printf '\n-- %s\n' "$kind"
        objects_of_kind
    done <"$work/kinds"
    ulidtexts
    for file in $after_kinds; do
        echo
        cat "$sql/$file.sql"
    done
}

# Comparisons of columns of PostgreSQL's types with bounds. An upper bound of texts and bytea is exclusive.
comparisons() {
    for type in uuid bigint; do
        echo
        fill comparisons "type=$type" "symbol=$type" order= end=at_most 'words=at most'
    done
    for each in text/bytes bpchar/character bytea/bytes; do
        echo
        fill comparisons "type=${each%/*}" "symbol=${each#*/}" 'order= in the order of bytes' end=below words=below
    done
}

# Times of ULIDs in texts, in upper and lower case.
ulidtexts() {
    echo
    fill ulidtext name=ulidtext case=upper
    echo
    fill ulidtext name=ulidtext_lower case=lower
}

body_of_ulidkit_text() {
    while read -r kind type shape size; do
        [ "$shape" != guest ] || continue
        echo
        fill_for_kind text
    done <"$work/kinds" | sed 1d
}

# The objects of the kind of which $kind, $type, $shape and $size tell.
objects_of_kind() {
    case $shape in
    bytes)
        templates='type time casts gist gin'
        # A block of the cipher has room for it.
        [ "$size" -gt 16 ] || templates="$templates hide"
        ;;
    int64) templates='type time casts bigint gist gin hide' ;;
    guest) templates='time' ;;
    esac
    for template in $templates; do
        echo
        fill_for_kind "$template"
    done
    # A kind on a type of the server's may have nothing of its own.
    if [ -e "$sql/$kind.sql" ]; then
        echo
        cat "$sql/$kind.sql"
    elif [ "$shape" != guest ]; then
        fail "kind $kind has no src/sql/$kind.sql"
    fi
}

# fill_for_kind TEMPLATE: for that kind.
fill_for_kind() {
    case $shape in
    bytes)
        storage="INTERNALLENGTH = $size, ALIGNMENT = char"
        key_storage="INTERNALLENGTH = $((2 * size)), ALIGNMENT = char"
        ;;
    int64)
        storage='LIKE = int8'
        key_storage='INTERNALLENGTH = 16, ALIGNMENT = double'
        ;;
    guest)
        storage='' key_storage=''
        ;;
    esac
    fill "$1" "kind=$kind" "type=$type" "storage=$storage" "key_storage=$key_storage"
}

# fill TEMPLATE NAME=VALUE...: with the values, which have no characters that mean something to sed.
fill() {
    template=$1
    shift
    for value; do
        printf 's/@%s@/%s/g\n' "${value%%=*}" "${value#*=}"
    done >"$work/values"
    sed -f "$work/values" "$sql/$template.sql.in"
}
