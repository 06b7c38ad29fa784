#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The frames of a program that was executed from memory (memfd_create) have names, also if its code is in the first segment, as
# linkers for 64-bit Arm write it. The first stacks may be cut, while its table is read.
for program in memfd memfd_joined; do
	"$DTRACE" -q -c "$WORKLOADS/$program" -n '
	syscall::getppid:entry /pid == $target/ { @[ustack()] = count(); }
	syscall::getppid:entry /pid == $target && ++n == 1000/ { exit(0); }' 2>&1 |
		sed 's/+0x[0-9a-f]*//; s/^[ ?]*//' | grep memfd | sort -u
done
# output:
# memfd:hidden`_start
# memfd:hidden`in_memory
# memfd:hidden`main
# memfd:hidden`_start
# memfd:hidden`in_memory
# memfd:hidden`main
