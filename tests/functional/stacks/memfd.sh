#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The frames of a program that was executed from memory (memfd_create) have names. The first stacks may be cut, while
# its table is read.
"$DTRACE" -q -c "$WORKLOAD" -n '
syscall::getppid:entry /pid == $target/ { @[ustack()] = count(); }
syscall::getppid:entry /pid == $target && ++n == 1000/ { exit(0); }' 2>&1 |
	sed 's/+0x[0-9a-f]*//; s/^[ ?]*//' | grep memfd | sort -u
# output:
# memfd:hidden`_start
# memfd:hidden`in_memory
# memfd:hidden`main
