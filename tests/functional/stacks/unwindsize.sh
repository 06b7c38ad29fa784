#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# With less memory than all tables need, those that are looked at stay; -v says how much there is. Stacks are
# cut until dtrace has read them, which may take it a second.
"$DTRACE" -v -q -x unwindsize=1m -o "$TMPDIR/out" -c "$WORKLOAD" -n '
profile-997 /pid == $target && arg1/ { @[ustack(9)] = count(); }
profile-997 /pid == $target && arg1 && ++n > 2000/ { exit(0); }' 2>"$TMPDIR/err" >"$TMPDIR/stability"
sed -n 's/.*user stacks: \([0-9]*\) complete.* \([0-9]*\) KB of tables.*/\1 \2/p' "$TMPDIR/err" |
	awk '{ print ($1 > 900 ? "whole" : "cut: " $1), ($2 <= 1024 ? "in bounds" : $2 " KB") }'
# output:
# whole in bounds
