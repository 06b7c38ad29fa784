#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Where no table tells, a frame that a frame pointer leads to is marked, and what is no code is no frame. Neither a zero
# there nor one in the register is where a thread began: the function may use it for what it likes.
"$DTRACE" -q -c "$WORKLOAD" -n 'syscall::getppid:entry /pid == $target/ { ustack(3); }' | sed -n 's/+0x[0-9a-f]*$//; s/^  *//; /./p'
# output:
# guessed`skipping
# ? guessed`main
# libc.so.6`__libc_start_call_main
# guessed`straying
# ?
# guessed`ending
# ?
# guessed`zeroed
# ?
