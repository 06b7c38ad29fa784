#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# vfork() keeps its return address in a register, since the child uses the stack as well. On 64-bit Arm it calls clone().
"$DTRACE" -qZ -c "$WORKLOAD" -n 'syscall::vfork:entry, syscall::clone:entry /pid == $target/ { ustack(2); }' | sed -n 's/+0x[0-9a-f]*$//; s/^  *//; /./p'
# output:
# libc.so.6`vfork
# vfork`main
