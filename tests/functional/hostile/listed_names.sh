#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The names of a file and its functions do not command the terminal on which they are listed.
. "$SRCDIR/_common.sh"
named=$'evil\e]0;title\a'
objcopy --redefine-sym work="$named" program "./$named"
chmod 755 "./$named"
"./$named" call & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/$named" ]; do kill -0 "$pid" || fail 'it does not run'; done
script -qec "$DTRACE -ln 'pid$pid:evil*:evil*:entry'" /dev/null </dev/null >list
grep -q 'evil\\033]0;title\\a.*evil\\033]0;title\\a *entry' list || fail "$(cat -v list)"
grep -q $'\e]' list && fail "an escape: $(cat -v list)"
# Others than terminals get the bytes.
"$DTRACE" -ln "pid$pid:evil*:evil*:entry" | grep -q $'\e]' || fail 'the bytes are lost'
# output:
