#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
# A 32-bit program is unwound by 32-bit rules, also in its vDSO and up to the trampoline of a signal.
"$DTRACE" -q -c "$WORKLOAD.32" -n 'syscall::getppid:entry /pid == $target/ { printf("32:"); ustack(100); }' |
	awk '/:$/ { signal = 0; printf "%s%s", separator, $1; separator = "\n" }
		!signal && /whole32|\[vdso\]|\?/ { signal = /\]`0x/; printf " %s", /\]`0x/ ? "signal" : $1 }
		END { print "" }' |
	sed 's/+0x[0-9a-f]*//g; s/[][a-z0-9.]*`//g'
# output:
# 32: __kernel_vsyscall inner busy outer main _start
# 32: __kernel_vsyscall inner handler signal
