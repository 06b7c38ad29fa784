# SPDX-License-Identifier: BSD-2-Clause
# count.d of programs without a dynamic linker: the same calls are seen.
# timeout: 180
set -u
. "$SRCDIR/../common/_expected.sh"
expected count.d > "$TMPDIR/expected"
for how in static static-pie
do
	"$DTRACE" -q -c "$WORKLOADS/$how" -s count.d > "$TMPDIR/$how" || exit 1
	diff "$TMPDIR/expected" "$TMPDIR/$how" || { echo "$how differs"; exit 1; }
done
# output:
