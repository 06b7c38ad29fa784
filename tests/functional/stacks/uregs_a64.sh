#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Registers of 64-bit Arm by name, by a computed index, and of the mode: the exception level of user programs is 0. No such
# register is a fault.
"$DTRACE" -q -o "$TMPDIR/trace" -c "$WORKLOAD" -n '
syscall::getppid:entry /pid == $target/ {
	i = R_X0;
	printf("%x %x %x %x %x %x %x %x %d\n", uregs[R_X15], uregs[R_X20], uregs[R_X0], uregs[R_PC],
	    uregs[R_SP], uregs[i], uregs[R_X30], uregs[R_LR], uregs[R_PSTATE] & 0xf); }
syscall::getppid:entry /pid == $target/ { trace(uregs[i + 100]); }
ERROR { printf("fault %d\n", arg4); }' >"$TMPDIR/program" 2>/dev/null
echo "fault 11" >>"$TMPDIR/program"
grep . "$TMPDIR/trace" | diff "$TMPDIR/program" -
# output:
