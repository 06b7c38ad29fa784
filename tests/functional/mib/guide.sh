# SPDX-License-Identifier: BSD-2-Clause
# timeout: 60
# The programs of the guide's chapter run, and have something to say of the workload.
while read -r line; do
	echo "timeout 60 \"\$DTRACE\" ${line#dtrace} -c '$WORKLOADS/counters'" > "$TMPDIR/run"
	bash "$TMPDIR/run" 2> "$TMPDIR/err" < /dev/null | grep -c -E '(Opens|Fails|Overflows) ' || cat "$TMPDIR/err"
done < <(grep '^    dtrace -n' "$SRCDIR/../../../docs/guide/mib.md") | awk '{ print ($1 > 1 ? "enough" : $0) }'
