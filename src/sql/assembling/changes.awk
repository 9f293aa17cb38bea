# Prints what leads from a released installation script to the present one. Input, in this order: role=released and the released
# script, role=hand and what src/sql/updates says by hand, role=present and the present script. Variables: old, the name of the
# released version, and hand, that of the file by hand, for messages.
#
# Paragraphs are compared, apart from comments and spaces. COMMENT says what object a paragraph is about.
# - An object that the old script does not have, or that the part by hand drops, is made: its paragraph is taken.
# - Of a paragraph that changed, the statements that changed are taken, CREATE FUNCTION as CREATE OR REPLACE FUNCTION. What
#   cannot be replaced has to be altered, renamed, moved to another schema or dropped by hand, and what is gone dropped.
# The part by hand is repeated for every kind of the old version where it has @kind@, and the rest is put where it has @new@.

function bad(why) {
    print "assemble: " why | "cat 1>&2"
    failed = 1
}

# A statement, or several, without comments, and with single spaces.
function add(code, line) {
    if (line ~ /^--/)
        return code
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    return code (code == "" ? "" : " ") line
}

# Splits text into lines, their statements, and the objects that these make or comment on.
function read_paragraph(    i, n, key) {
    n = split(text, lines, "\n") - 1
    statements = keys = 0
    code = ""
    for (i = 1; i <= n; i++) {
        code = add(code, lines[i])
        if (lines[i] ~ /^(ALTER|COMMENT|CREATE|DROP|GRANT|REVOKE) /) {
            first[++statements] = i
            statement[statements] = ""
        }
        if (statements) {
            statement[statements] = add(statement[statements], lines[i])
            last[statements] = i
        }
        key = ""
        if (match(lines[i], /^COMMENT ON .* IS( |$)/)) {
            key = substr(lines[i], 12)
            sub(/ IS( .*)?$/, "", key)
        } else if (match(lines[i], /^CREATE TYPE [a-z0-9_]+/))
            key = substr(lines[i], 8, RLENGTH - 7)
        if (key != "" && key !~ /^COLUMN /) {
            gsub(/[ \t]+/, " ", key)
            object[++keys] = key
        }
    }
}

function released_paragraph(    i) {
    read_paragraph()
    for (i = 1; i <= statements; i++)
        same[statement[i]] = 1
    same[code] = 1
    for (i = 1; i <= keys; i++) {
        has[object[i]] = 1
        # Not K_gist_key.
        if (object[i] ~ /^TYPE [a-z0-9]+$/ && !known[object[i]]++)
            kind[++kinds] = substr(object[i], 6)
    }
}

# An operator is named with its new schema from now on.
function move(command,    key, schema, moved) {
    key = schema = command
    gsub(/^ALTER | SET SCHEMA .*$/, "", key)
    gsub(/^.* |;$/, "", schema)
    if (!(key in has))
        bad(hand ": moves " key ", but " old " has no object of this name, as COMMENT ON spells it")
    moved = key
    sub(/^OPERATOR /, "OPERATOR " schema ".", moved)
    delete has[key]
    has[moved] = 1
    altered = altered "\nALTER " moved " SET SCHEMA"
}

# A function has another name from now on, also in statements that name it.
function rename(command,    key, old_name, new_name, renamed) {
    key = old_name = new_name = command
    gsub(/^ALTER | RENAME TO .*$/, "", key)
    gsub(/^ALTER FUNCTION |\(.*$/, "", old_name)
    gsub(/^.* |;$/, "", new_name)
    if (!(key in has))
        bad(hand ": renames " key ", but " old " has no object of this name, as COMMENT ON spells it")
    renamed = key
    sub(old_name, new_name, renamed)
    delete has[key]
    has[renamed] = 1
    new_names[++renames] = new_name
    old_names[renames] = old_name
}

# A statement, as it was with the names before.
function as_before(code,    i) {
    for (i = 1; i <= renames; i++)
        gsub(new_names[i], old_names[i], code)
    return code
}

function by_hand(    i, key) {
    if (text ~ /^@new@\n$/) {
        places++
        written = written (written == "" ? "" : "\n") text
        return
    }
    read_paragraph()
    for (i = 1; i <= statements; i++)
        if (statement[i] ~ /^DROP /) {
            key = statement[i]
            gsub(/^DROP (IF EXISTS )?|( CASCADE| RESTRICT)?;$/, "", key)
            if (!(key in has))
                bad(hand ": drops " key ", but " old " has no object of this name, as COMMENT ON spells it")
            dropped[key] = 1
        } else if (statement[i] ~ /^ALTER OPERATOR [^ ]+ \(.*\) SET SCHEMA [a-z_]+;$/)
            move(statement[i])
        else if (statement[i] ~ /^ALTER FUNCTION [a-z0-9_]+\(.*\) RENAME TO [a-z0-9_]+;$/)
            rename(statement[i])
        else if (statement[i] ~ /^ALTER /)
            altered = altered "\n" statement[i]
    written = written (written == "" ? "" : "\n") text
}

function hand_paragraph(    template, k) {
    if (text !~ /@kind@/)
        by_hand()
    else if (kinds == 0)
        bad(hand ": " old " makes no type that @kind@ could be")
    else {
        template = text
        for (k = 1; k <= kinds; k++) {
            text = template
            gsub(/@kind@/, kind[k], text)
            by_hand()
        }
    }
}

function take(lines) {
    made = made (made == "" ? "" : "\n") heading lines
    heading = ""
}

function present_paragraph(    i, j, present, taken, what) {
    read_paragraph()
    if (code == "") {
        heading = text "\n"
        return
    }
    present = 0
    for (i = 1; i <= keys; i++) {
        if ((object[i] in seen) && object[i] !~ /^TYPE / && code ~ /^CREATE /)
            bad(object[i] " is made twice")
        seen[object[i]] = 1
        if ((object[i] in has) && !(object[i] in dropped))
            present++
    }
    if (keys > 0 && present == 0)
        take(text)
    else if (present < keys)
        bad("a part of this is in " old " and a part is not; put a blank line between:\n" text)
    else if (!(as_before(code) in same)) {
        if (keys == 0 && code !~ /^COMMENT ON COLUMN /) {
            bad("no COMMENT tells what this is:\n" text)
            return
        }
        taken = ""
        for (i = 1; i <= statements; i++) {
            if (as_before(statement[i]) in same)
                continue
            if (statement[i] ~ /^CREATE (FUNCTION|PROCEDURE|AGGREGATE|VIEW) /)
                sub(/^CREATE /, "CREATE OR REPLACE ", lines[first[i]])
            else if (statement[i] ~ /^(ALTER|CREATE|DROP) /) {
                what = 0
                for (j = 1; j <= keys; j++)
                    what += index(altered "\n", "\nALTER " object[j] " ") > 0
                if (!what)
                    bad(object[1] " is another in " old ", and cannot be replaced: " hand \
                        " has to ALTER it, or to DROP it, and then it is made anew")
                continue
            }
            for (j = first[i]; j <= last[i]; j++)
                taken = taken lines[j] "\n"
        }
        if (taken != "")
            take(taken)
    }
}

function end_paragraph() {
    if (text != "") {
        if (part == "released")
            released_paragraph()
        else if (part == "hand")
            hand_paragraph()
        else
            present_paragraph()
    }
    text = ""
    quoted = 0
}

FNR == 1 {
    end_paragraph()
    part = role
}

!quoted && /^[ \t]*$/ {
    end_paragraph()
    next
}

{
    text = text $0 "\n"
    if (gsub(/\$[A-Za-z_]*\$/, "&") % 2)
        quoted = !quoted
}

END {
    end_paragraph()
    for (key in has)
        if (!(key in seen) && !(key in dropped))
            bad(old " has " key ", and the present version has not: " hand " has to DROP it")
    if (written != "" && places != 1)
        bad(hand ": one line @new@ has to say where the new objects are made")
    if (written == "")
        written = "@new@\n"
    close("cat 1>&2")
    if (failed)
        exit 1
    # Not by sub(), which would take an & of the text for something else.
    place = index("\n" written, "\n@new@\n")
    printf "%s%s%s", substr(written, 1, place - 1), made, substr(written, place + 6)
}
