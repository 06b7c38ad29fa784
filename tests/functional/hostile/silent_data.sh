#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# dtrace reads the chosen variant of a function in a process's memory. Pages of another user's file system, whose
# server does not answer, may be there.
. "$SRCDIR/_common.sh"
head -c 65536 /dev/zero | tr '\0' x >text
serve "$TMPDIR/text"
"${as_user[@]}" ./program cover files/file & pid=$!
until grep -q files/file "/proc/$pid/maps"; do kill -0 "$pid" || fail 'the program does not run'; done
fall_silent

bounded 20 -ln 'pid$1:libc.so.6::entry' "$pid" >list 2>notices
grep -q abort list || fail "$(cat list notices)"
bounded 20 -qn 'pid$1:libc.so.6:strlen:entry { }' "$pid" >/dev/null 2>notices && fail 'a choice was found'
grep -q 'strlen in libc.so.6 cannot be probed: an IFUNC for which the process has chosen no function' notices || fail "$(cat notices)"
# output:
