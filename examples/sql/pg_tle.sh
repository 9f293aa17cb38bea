#!/bin/sh
# Prints the statement that makes the functions of ulidkit.sql an extension of pg_tle. docs/install.md says how to use it.
cd "$(dirname "$0")" || exit
echo "SELECT pgtle.install_extension('ulidkit_sql', '1.1', 'functions of ulidkit without its library', \$ulidkit_sql\$"
cat ulidkit.sql
echo "\$ulidkit_sql\$);"
