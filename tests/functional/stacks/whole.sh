#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Programs and libraries without frame pointers: all but a few samples lead to where the program
# or its dynamic linker began, which may have no symbols. A stack that was cut ends with a ?.
cat >"$TMPDIR/work.py" <<'EOF'
import os
tracer = os.getppid()
while os.getppid() == tracer:
    sum(len(str(i)) for i in range(1000))
EOF
"$DTRACE" -q -O folded -c "/usr/bin/python3 $TMPDIR/work.py" -n '
profile-997 /pid == $target && arg1/ { @[ustack(100)] = count(); n++; }
profile-997 /n == 1000/ { exit(0); }' >"$TMPDIR/out"
awk '{ all += $NF } /^;*\?;/ { cut += $NF } !/^[^;]*`(_start|_dl_start_user);/ && !/^ld-linux[^;]*`0x[0-9a-f]*;/ && !/^;*\?;/ { other += $NF }
	END { print (all >= 1000 ? "many" : "few: " all), (cut + other <= all / 100 ? "whole" : "cut: " cut ", others: " other) }' "$TMPDIR/out"
# output:
# many whole
