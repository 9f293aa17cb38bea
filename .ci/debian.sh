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

# copy_checkout FOLDER: what git knows, and is not ignored, of this checkout.
copy_checkout() {
    mkdir "$1"
    git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$1"
}
