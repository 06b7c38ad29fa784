# SPDX-License-Identifier: BSD-2-Clause
# timeout: 90
# The programs in the guide's chapters on locks run, while a thread waits for one.
for chapter in lockstat plockstat; do
	while read -r line; do
		echo "timeout 60 \"\$DTRACE\" ${line#dtrace} -c 'contend mutex'" > "$TMPDIR/run"
		bash "$TMPDIR/run" > "$TMPDIR/out" 2> "$TMPDIR/err" < /dev/null && echo "$chapter runs" || cat "$TMPDIR/err"
	done < <(grep '^    dtrace -n' "$SRCDIR/../../../docs/guide/$chapter.md")
done
