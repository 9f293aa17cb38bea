# Which versions are released, and which scripts the present one installs.
#
# src/sql/released has the installation scripts of an extension's first and last release, src/sql/updates what updates each release
# to the next. A release between those two is known by the update that leads on from it. CREATE EXTENSION makes it, as it makes
# every version without an installation script, of the first one and updates.

# Two numbers, but three before 1.0.
version_pattern='(0\.[0-9]+\.[0-9]+|[1-9][0-9]*\.[0-9]+)'

is_version() {
    printf '%s\n' "$1" | grep -qxE "$version_pattern"
}

sort_versions() {
    sort -u -t. -k1,1n -k2,2n -k3,3n
}

# files FOLDER: the names of the files in that folder of src/sql.
files() {
    for file in "$sql/$1"/*; do
        [ ! -e "$file" ] || printf '%s\n' "${file##*/}"
    done
}

# No script is overlooked because of its name.
check_names() {
    for expected in "released $version_pattern" "updates $version_pattern--$version_pattern"; do
        folder=${expected%% *}
        stray=$(files "$folder" | grep -vxE "(ulidkit|ulidkit_text)--${expected#* }\.sql" | head -n 1)
        [ -z "$stray" ] || fail "src/sql/$folder/$stray is a script of neither ulidkit nor ulidkit_text, or its name lacks a version"
    done
}

# versions_in FOLDER: what the names of the extension's scripts there say, V or A--B.
versions_in() {
    files "$1" | sed -n "s/^$extension--\(.*\)\.sql\$/\1/p"
}

# choose EXTENSION: the one that all other functions are about; $work/released, its released versions, oldest first; first, the
# first of them; and previous, the release before the present version. Both are empty if there is none.
choose() {
    extension=$1
    versions_in released | sort_versions >"$work/kept"
    first=$(sed -n 1p "$work/kept")
    last=$(sed -n '$p' "$work/kept")
    {
        cat "$work/kept"
        versions_in updates | sed 's/--.*//'
    } | sort_versions | awk -v last="$last" 'last == "" { exit } { print } $0 "" == last "" { exit }' >"$work/released"
    previous=$({ cat "$work/released"; echo "$version"; } | sort_versions |
        awk -v version="$version" '$0 "" == version "" { exit } { previous = $0 } END { print previous }')
}

is_released() {
    grep -qxF "$1" "$work/released"
}

# The update scripts, as A--B.
updates() {
    {
        versions_in updates
        [ -z "$previous" ] || echo "$previous--$version"
    } | sort -u
}

# After pg_upgrade the catalog is that of the older server: an update to another name of the same version and back attaches what
# the newer one knows. The name has the version in it, so that no path between two versions leads through it. Only the present
# version has the way there. A database may have stayed there, so the way back is kept for every release but 0.1.0, which had no
# such name. Nothing of ulidkit_text depends on the server.
names() {
    for each in $extensions; do
        choose "$each"
        echo "$extension--$version.sql"
        updates | sed "s/.*/$extension--&.sql/"
    done
    choose ulidkit
    echo "ulidkit--$version--$version-pg_upgraded.sql"
    { cat "$work/released"; echo "$version"; } | sort_versions | sed '/^0\.1\.0$/d; s/.*/ulidkit--&-pg_upgraded--&.sql/'
}
