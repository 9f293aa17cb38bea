# For scripts that run several checks: sourced, not run.
passed=0
failed=0

# What is shown of the output of a check that passed: with which server and compiler, and how much was tested.
figures='^ *(PostgreSQL: |\[doctest\] test cases:|(# )?All [0-9]+ tests passed|Files=|.*pg_upgrade from |[0-9]+ examples|valgrind: [0-9]|.* executions, )'

# check NAME COMMAND [ARG ...]: runs the command, shows its output if it fails, and counts.
check() {
    local name=$1 log start=$SECONDS
    shift
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok      $name ($((SECONDS - start)) s)"
        grep -E "$figures" "$log" | sed 's/^ */        /'
    else
        failed=$((failed + 1))
        echo "NOT OK  $name: $*"
        tail -n 200 "$log" | sed 's/^/    /'
    fi
    rm -f "$log"
}

# The closing line, and the exit status.
summary() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
