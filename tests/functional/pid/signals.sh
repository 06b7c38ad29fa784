# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 60
# Every instruction of programs that use signals is probed: output and status stay the same. For
# longer: tests/stress/run signals.
"$WORKLOAD" > "$TMPDIR/want"
"$DTRACE" -q -c "$WORKLOAD" -n 'pid$target:a.out:: { @ = count(); } END { trunc(@); }' 2> "$TMPDIR/err" |
	sed '/^$/d' | diff "$TMPDIR/want" - || exit 1
"$DTRACE" -c "$WORKLOAD" -n 'pid$target:a.out:: { @ = count(); }' 2>&1 |
	grep -q 'exited with status 7' || { echo "the status changed"; exit 1; }
