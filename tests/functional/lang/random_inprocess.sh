# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# engine: only in this process, of another user
# Random programs as machine code in dtrace, which an ordinary user runs.
chmod 755 "$TMPDIR"
"$SRCDIR/../../fuzz/programs" --engine inprocess --seed 100000 --count 100 --size 0 --seconds 5
# output:
