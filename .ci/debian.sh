# Packages, and where Debian has which PostgreSQL: sourced by what installs something, or builds or installs other versions
# than this machine's. The trees and servers are kept outside of the repository, so that a second run is quick.
cache=${ULIDKIT_TREES:-/var/cache/ulidkit-trees}

# Debian's own mirror, as this machine knows it.
mirror() {
    { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null || true; } |
        sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] *)?([^ ]+) .*/\2/p' | grep -m1 '/debian/*$'
}

# install_packages PACKAGE...: with apt-get, by root or with sudo; nothing if there is none to install.
install_packages() {
    local as_root=()
    [ $# -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    echo "installing $*" >&2
    "${as_root[@]}" apt-get update -qq >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# install_missing PACKAGE...: all of them, if one is missing. dpkg-query lists what was removed, too.
install_missing() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null | grep -cx installed || true)
    [ "$installed" -ge $# ] || install_packages "$@"
}

# suite VERSION: the one that a version is in. What is not out yet comes from experimental, on top of sid.
suite() {
    case $1 in
    15) echo bookworm ;;
    17) echo trixie ;;
    18 | 19) echo sid ;;
    *)
        echo "no Debian suite is known for PostgreSQL $1" >&2
        return 1
        ;;
    esac
}

# with_assertions VERSION: where its server with assertions is installed. Debian's patched makefiles install to
# /usr/lib/postgresql, unless the prefix has "postgres" in its name.
with_assertions() {
    echo "$cache/assertions-$1/postgresql"
}

# sources FOLDER SUITE PACKAGE...: Debian's, unpacked in the folder, without a change to apt's own lists.
sources() {
    local folder=$1 options
    mkdir -p "$folder"/apt/{parts,lists/partial,cache/archives/partial}
    echo "deb-src $(mirror) $2 main" >"$folder/apt/sources.list"
    options=(-o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts="$folder/apt/parts"
        -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache"
        -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false)
    apt-get "${options[@]}" update
    (cd "$folder" && apt-get "${options[@]}" source "${@:3}")
}

# copy_checkout FOLDER: what git knows, and is not ignored, of this checkout.
copy_checkout() {
    mkdir "$1"
    git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$1"
}

# as_server_user WORK [NAME=VALUE ...] COMMAND [ARG ...]: in WORK/src, by an unprivileged user, to whom WORK is given.
as_server_user() {
    local work=$1 user=${SERVER_USER:-postgres}
    shift
    id "$user" >/dev/null 2>&1 || user=nobody
    chown -R "$user" "$work"
    runuser -u "$user" -- env -i -C "$work/src" HOME="$work" LC_ALL=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin "$@"
}

# Settings for servers that are much slower than others.
# shellcheck disable=SC2034 # for the scripts that source this one
slow=(PGCTLTIMEOUT=600 PG_TEST_TIMEOUT_DEFAULT=1800 RANDOM_QUERIES=200 TAP_JOBS=1)
