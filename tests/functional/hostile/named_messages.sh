#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The names of a file and its functions in messages, errors and the list of running traces: on a terminal they begin no
# line and command nothing; files and pipes get the bytes.
. "$SRCDIR/_common.sh"
named=$'evil\e]0;title\a\nforged'
shown='evil\\033]0;title\\a\\nforged'
objcopy --redefine-sym work="$named" program "./$named"
chmod 755 "./$named"
"${as_user[@]}" "./$named" call & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/$named" ]; do kill -0 "$pid" || fail 'it does not run'; done

fault="pid$pid:evil*:evil*:entry { trace(*(int *)0); exit(0); }"
terminal() { # command: what a terminal gets
	script -qec "$1" /dev/null </dev/null | tr -d '\r' >terminal
	grep -q "$2" terminal || fail "$1: $(cat -v terminal)"
	grep -Fq -e $'\e]' -e $'\a' terminal && fail "$1: an escape: $(cat -v terminal)"
	grep -q '^forged' terminal && fail "$1: a line: $(cat -v terminal)"
	true
}
terminal "$DTRACE -qn '$fault tick-1s { exit(0); }'" "error on enabled probe .*:$shown:entry): invalid address"
bounded 20 -qn "$fault tick-1s { exit(0); }" >out 2>file
grep -Fq $'\e]0;title\a' file && grep -q '^forged:entry): invalid address' file || fail "messages: the bytes are lost: $(cat -v file)"

export DTRACE named
terminal '"$DTRACE" -s "no$named"' "^dtrace: failed to open no$shown: No such file"
bounded 20 -s "no$named" 2>file && fail 'there is such a file'
grep -Fq $'noevil\e]0;title\a' file && grep -q '^forged: No such file' file || fail "errors: the bytes are lost: $(cat -v file)"

"$DTRACE" -qn "BEGIN { printf(\"ready\n\"); } pid$pid:evil*:evil*:entry { }" >out & tracer=$!
until grep -q ready out; do kill -0 $tracer || fail 'it does not trace'; done
until "$DTRACE" --status >status && grep -q "pid$pid" status; do kill -0 $tracer || fail 'it does not trace'; done
# If the kernel lists the attached places, they have names.
! grep -q evil status || terminal "$DTRACE --status" "evil\\\\033]0;title"
kill $tracer
# output:
