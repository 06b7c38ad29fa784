#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# vfork() takes its return address from the stack, which the child uses as well.
"$DTRACE" -q -c "$WORKLOAD" -n 'syscall::vfork:entry /pid == $target/ { ustack(2); }' | sed -n 's/+0x[0-9a-f]*$//; s/^  *//; /./p'
# output:
# libc.so.6`vfork
# vfork`main
