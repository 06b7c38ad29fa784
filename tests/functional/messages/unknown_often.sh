# SPDX-License-Identifier: BSD-2-Clause
# A name that nothing declares, and variables that take their types from it, 2,000 times: looking for it once is enough.
for ((i = 0; i < 2000; i++)); do
	echo 'BEGIN { trace(x); x = y; y = nosuch; trace(nosuch); }'
done > "$TMPDIR/often.d"
"$DTRACE" -es "$TMPDIR/often.d" 2>&1 | grep -c 'error:'
# output:
# 20
