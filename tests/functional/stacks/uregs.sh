#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Registers by name, by a computed index, and some that pt_regs does not hold; no such register is a
# fault.
"$DTRACE" -q -o "$TMPDIR/trace" -c "$WORKLOADS/uregs" -n '
syscall::getppid:entry /pid == $target/ {
	i = R_RDI;
	printf("%x %x %x %x %x %x %x %x %d\n", uregs[R_R15], uregs[R_RBX], uregs[R_RDI], uregs[R_PC],
	    uregs[R_SP], uregs[i], uregs[R_CS], uregs[R_SS], uregs[R_FS]); }
syscall::getppid:entry /pid == $target/ { trace(uregs[i + 100]); }
ERROR { printf("fault %d\n", arg4); }' >"$TMPDIR/program" 2>/dev/null
echo "fault 11" >>"$TMPDIR/program"
grep . "$TMPDIR/trace" | diff "$TMPDIR/program" -
# output:
