#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Without a table, a frame found by a frame pointer is marked, and an address outside code is not a frame. Neither a
# zero there nor a zero in the register means the start of a thread: the function may use the register for anything.
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
