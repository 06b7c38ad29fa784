# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# Simultaneous speculations of several threads do not mix: each committed speculation is complete.
. "$SRCDIR/../common/_drops.sh"
"$DTRACE" -s _threads.d -c "$WORKLOAD" 2> "$TMPDIR/err" | sort -n -k4 > "$TMPDIR/got"
unskipped "$TMPDIR/err"
for thread in 0 1 2 3; do
	for ((i = 1; i < 500; i += 2)); do
		echo "$thread $i $i $((thread * 500 + i))"
	done
done > "$TMPDIR/want"
grep -v '^$' "$TMPDIR/got" | diff - "$TMPDIR/want" && echo same
# output:
# same
