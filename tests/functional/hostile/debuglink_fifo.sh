#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A debug link that leads to a FIFO, a device or a directory delays neither stacks nor a match.
. "$SRCDIR/_common.sh"
strip program
echo > symbols
objcopy --add-gnu-debuglink=symbols program
tried() { # what
	start call
	bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { @[ustack()] = count(); exit(0); }' "$pid" >stack
	grep -q program stack || fail "$1: no stack"
	bounded 10 -lqn 'pid$1:program:0x*:entry' "$pid" >/dev/null || fail "$1: no functions"
	kill "$pid"
	rm -rf symbols
}
rm symbols
mkfifo -m 666 symbols
tried FIFO
mknod -m 666 symbols c 1 5
tried device
mkdir symbols
tried directory
ln -s /dev/stdin symbols
tried link
# output:
