#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A 32-bit program is unwound by 32-bit rules, also in its vDSO and out of a signal handler. So is
# the 64-bit program that it becomes by those of its own, as soon as that is known.
"$DTRACE" -q -c "$WORKLOAD.32 $WORKLOAD" -n '
syscall:x32:getppid:entry /pid == $target/ { printf("32:"); ustack(100); }
syscall:x64:getppid:entry /pid == $target && ustackdepth > 6/ { printf("64:"); ustack(100); exit(0); }' |
	awk '/:$/ { printf "%s%s", separator, $1; separator = "\n" }
		/whole32|\[vdso\]|\?/ { printf " %s", /\]`0x/ ? "signal" : $1 }
		END { print "" }' |
	sed 's/+0x[0-9a-f]*//g; s/[][a-z0-9.]*`//g'
