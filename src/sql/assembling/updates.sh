# The update scripts, but for their first line and what every script has. That to a version that is not released yet is made of
# the difference between the last release's installation script and the present one, and of what src/sql/updates/E--A--B.sql says
# by hand: see changes.awk.

# update A--B: as it was released, or made.
update() {
    from=${1%%--*}
    to=${1##*--}
    hand=src/sql/updates/$extension--$1.sql
    if is_released "$to"; then
        [ -e "$root/$hand" ] || fail "there is no $hand"
        cat "$root/$hand"
        return
    fi
    [ "$to" = "$version" ] || fail "$hand leads to a version that is neither released nor default_version in ulidkit.control"
    [ "$from" = "$previous" ] || fail "$hand does not lead from $previous, the last release"
    old=src/sql/released/$extension--$from.sql
    [ -e "$root/$old" ] || fail "there is no $old to compare with"
    body >"$work/body"
    by_hand=$root/$hand
    [ -e "$by_hand" ] || by_hand=/dev/null
    awk -v old="$from" -v hand="$hand" -f "$parts/changes.awk" \
        role=released "$root/$old" role=hand "$by_hand" role=present "$work/body"
}
