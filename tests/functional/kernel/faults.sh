#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A fault at any link of a pointer chain fires ERROR with the address; the other clauses run.
"$DTRACE" -q -s "$SRCDIR/_faults.d" -c "$WORKLOADS/curthread" 2>"$TMPDIR/errors"
grep -c 'invalid address' "$TMPDIR/errors"
# output:
# 1 other 1
# 1 level 1
# 1 0x10 1
# done
#
# 3
