# Keeps the scripts of the present version as those of a release.

# Of both extensions the installation script, the update from the release before, and no longer that release's installation script
# if it is neither the first nor the last now.
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
        if [ "$previous" != "$first" ]; then
            rm "$sql/released/$extension--$previous.sql"
            echo "removed: src/sql/released/$extension--$previous.sql, which the first release and its updates make"
        fi
    done
}
