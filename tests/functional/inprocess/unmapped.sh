# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# A level whose firing was left on a stack that is no more: the process goes on, and firings without a level are counted.
"$DTRACE" -x engine=inprocess -qc "$WORKLOAD" -n 'pid$target:a.out:probed:entry { @[ustack()] = count(); }
	END { trunc(@); }' 2> "$TMPDIR/errors" | grep .
echo "status ${PIPESTATUS[0]}"
sed '/ drops/d' "$TMPDIR/errors"
# output:
# survived
# status 0
