#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A name makes one frame of a folded stack: of a file, of a function, of generated code.
. "$SRCDIR/_common.sh"
file='forged;file'
cp program "$file"
objcopy --redefine-sym 'work=forged;function' "$file"
"./$file" point 1 & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/$file" ]; do kill -0 $pid; done
code=$(bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { printf("%A\n", usym(arg0)); exit(0); }' "$pid")
echo "${code#0x} 10 forged;code" >"/tmp/perf-$pid.map"
bounded 10 -O folded -n 'syscall::getppid:entry /pid == $1/ { @[usym(arg0), ustack()] = count(); exit(0); }' "$pid" >stack
kill $pid
grep -q '^forged:code;.*;forged:file`forged:function 1$' stack || fail "$(cat stack)"
# output:
