#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# In a user's mount namespace, /usr/lib/debug can hold anything. Its files name no functions of a file that
# other processes map as well.
. "$SRCDIR/_common.sh"
as_user unshare -rm true 2>/dev/null || { echo 'no user namespaces for ordinary users'; exit 77; }
libc=$(ldd program | sed -n 's/.*libc.so.6 => \(.*\) (.*/\1/p')
id=$(readelf -n "$libc" | sed -n 's/.*Build ID: //p')
printf '.text\n.globl forged\n.type forged,@function\nforged: .space 0x180000, 0x90\n.size forged, .-forged\n' >forged.s
gcc -shared -nostdlib -Wl,-Ttext=0x20000,--build-id=0x"$id" -o forged forged.s
chmod 644 forged
export id libc
"${as_user[@]}" unshare -rm bash -c '
	mount -t tmpfs none /usr/lib/debug || exit 1
	mkdir -p "/usr/lib/debug/.build-id/${id:0:2}"
	cp forged "/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug"
	exec ./program call' & hostile=$!
until [ "$(readlink /proc/$hostile/exe)" = "$TMPDIR/program" ]; do kill -0 $hostile || fail 'it does not run'; done
./program call & victim=$!
until [ "$(readlink /proc/$victim/exe)" = "$TMPDIR/program" ]; do kill -0 $victim; done
# The stack of the process that controls its namespace comes first: libc is read for it. Before that, stacks are
# truncated.
bounded 20 -qn 'syscall::getppid:entry /pid == $1 && !seen && ustackdepth > 3/ { seen = 1; ustack(); }
syscall::getppid:entry /pid == $2 && seen && ustackdepth > 3/ { printf("victim\n"); ustack(); exit(0); }' $hostile $victim >stacks
sed -n '/victim/,$p' stacks >own
grep -q 'libc.so.6`' own || fail 'no stack'
grep -q forged own && fail "a forged name in the stack of another"
exit 0
# output:
