#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# engine: in the kernel, whose scheduler it traces
# A debugger stops python3 in the midst of its work: dtrace shows the same stack, frame for frame.
# tests/stress/stacks/stops.sh compares more programs.
echo 'while True: sum(len(str(i)) for i in range(1000))' >"$TMPDIR/work.py"
BEFORE=${DT_GUEST:+8} python3 "$SRCDIR/_stops_of.py" python3 python3 8 /usr/bin/python3 "$TMPDIR/work.py"
# output:
# python3: 8 stops, 8 equal
