# SPDX-License-Identifier: BSD-2-Clause
#
# Every instruction of programs that use signals is probed: output and status stay the same. For
# longer: tests/stress/run signals.
"$DTRACE" -c "$WORKLOAD 2" -o "$TMPDIR/count" -n 'pid$target:a.out:: { @ = count(); }' 2> "$TMPDIR/err"
grep -q 'exited with status 7' "$TMPDIR/err" || { echo "the status changed"; cat "$TMPDIR/err"; exit 1; }
# output:
# alarm 1, counting
# alarm 2, counting
# altstack kept
# longjmp right
# nested 5 deep, all
# threads all handled
