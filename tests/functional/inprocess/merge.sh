# SPDX-License-Identifier: BSD-2-Clause
# Records of a target and of the kernel come out by time, and those of a thread in the order of its calls. Records that do not fit
# are counted.
. "$SRCDIR/_merge.sh"
. "$SRCDIR/../common/_drops.sh"
merge 8 5000 200
head -5 "$TMPDIR/err"

echo "--- too fast"
merge 8 5000 '' -b 4k >"$TMPDIR/out"
missing=$(sed -n 's/ missing$//p' "$TMPDIR/out")
[ "$missing" -gt 0 ] && [ "$missing" = "$(drops "$TMPDIR/err")" ] && echo drops are counted || { echo "$missing missing"; head -5 "$TMPDIR/err"; }
sed -n 's/, .*//; /thread/p' "$TMPDIR/out"
# output:
# 0 missing
# 0 after a later one of the thread, 0 inversions, 0 times outside
# --- too fast
# drops are counted
# 0 after a later one of the thread
