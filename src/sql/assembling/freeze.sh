# Keeps the scripts of the present version as those of a release.

# Of both extensions the installation script, and the update from the release before.
freeze() {
    for each in $extensions; do
        choose "$each"
        if is_released "$version"; then
            fail "$extension $version is released already"
        fi
        script "$extension--$version.sql" >"$work/installation"
        if [ -n "$previous" ]; then
            update "$previous--$version" >"$work/update"
            [ -s "$work/update" ] || echo '-- Nothing changed.' >"$work/update"
            write "$sql/updates/$extension--$previous--$version.sql" cat "$work/update"
            echo "frozen: src/sql/updates/$extension--$previous--$version.sql"
        fi
        write "$sql/released/$extension--$version.sql" cat "$work/installation"
        echo "frozen: src/sql/released/$extension--$version.sql"
    done
}
