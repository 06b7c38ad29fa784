# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
# Long form of functional/inprocess/merge.sh: 10,000,000 records of eight threads of a target, and 5,000,000 of the kernel.
SRCDIR=$SRCDIR/../../functional/inprocess
for name in rounds merged; do
	cc -O1 -pthread -o "$TMPDIR/$name" "$SRCDIR/$name.c" || exit 1
done
PATH=$TMPDIR:$PATH
. "$SRCDIR/_merge.sh"
merge 8 625000 20000
head -5 "$TMPDIR/err"
# output:
# 0 missing
# 0 after a later one of the thread, 0 inversions, 0 times outside
