# For scripts that run several checks, which source this file.
passed=0
failed=0
failures= # the name of each check that failed, with the lines of its output that say most

# The lines to show of the output of a check that passed: the server, the compiler, and how much was tested.
figures='^ *(PostgreSQL: |\[doctest\] test cases:|(# )?All [0-9]+ tests passed|Files=|.*pg_upgrade from |[0-9]+ (examples|objects|links|alerts|units|functions)|ok +[a-z]+[-.][^ ]*: |valgrind: [0-9]|neighbours of |[a-z0-9-]+ [^ ]*: not a version in |.* executions, )'

# run LOG COMMAND [ARG ...]: keeps its output in LOG, and its exit status and duration in LOG.end.
run() {
    local log=$1 start=$SECONDS status=0
    shift
    "$@" >"$log" 2>&1 || status=$?
    echo "$status $((SECONDS - start))" >"$log.end"
}

# report NAME LOG: counts a command that has run, and shows its output if it failed.
report() {
    local name=$1 log=$2 status=1 seconds=0
    read -r status seconds <"$log.end"
    if [ "$status" = 0 ]; then
        passed=$((passed + 1))
        echo "ok      $name ($seconds s)"
        grep -E "$figures" "$log" | sed 's/^ */        /'
    else
        failed=$((failed + 1))
        failures+="NOT OK  $name"$'\n'$(grep -E '^-- |seed|not ok|Failed test|error:|ERROR|FAILED|differ|wrong|found' "$log" | tail -n 25 | cut -c 1-300 | sed 's/^/    /')$'\n'
        echo "NOT OK  $name ($seconds s)"
        tail -n 200 "$log" | sed 's/^/    /'
    fi
    rm -f "$log" "$log.end"
}

# check NAME COMMAND [ARG ...]: both.
check() {
    local name=$1 log
    shift
    log=$(mktemp)
    run "$log" "$@"
    report "$name" "$log"
}

# The failures once more, the closing line, and the exit status.
summary() {
    printf '%s' "$failures"
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
