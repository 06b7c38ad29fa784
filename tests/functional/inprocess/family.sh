# SPDX-License-Identifier: BSD-2-Clause
# -x follow: children fire the probes that they inherit, and each call counts once, under the right process.
. "$SRCDIR/_inside.sh"
cd "$TMPDIR" || exit 1
chmod 777 .
count='
pid$target:a.out:work:entry
{
	@[pid == $target ? "target" : "children", arg0 == pid && arg1 == ppid ? "right" : "wrong"] = count();
	@processes[pid] = count();
}
END { printa("%s, %s: %@d\n", @); printa("process %@d\n", @processes); }'
trace() {
	echo "--- $*"
	as_user "$DTRACE" -q -x follow -c "$WORKLOADS/family $*" -n "$count" 2>&1 |
		sed 's/process [0-9]* \(are\|now\)/process N \1/' |
		awk '/^process / { n[$2]++; next } NF { print } END { for (calls in n) print n[calls], "processes with", calls }'
}
trace tree
# A tracer without a CPU reports drops for want of slots.
trace row | awk '/too many threads/ { n += $2; next } /right/ { n += $3; next } /processes/ { next } { print } END { print n, "counted or dropped" }'
trace vfork
# The orphan has its jumps still, when nobody traces any more. How many of its later calls are counted is open.
trace orphan | grep -v 'wrong\|processes'
until [ -e orphan.done ]; do sleep 0.01; done
echo '--- hidden'
as_user "$DTRACE" -q -x follow -c "$WORKLOADS/family hidden" \
	-n 'pid$target:a.out:work:entry { @[pid == $target ? "target" : "child"] = count(); }' 2>/dev/null
echo '--- records, stacks, variables of threads'
as_user "$DTRACE" -q -x follow -c "$WORKLOADS/family tree" -n '
pid$target:a.out:work:entry { self->n++; self->from = timestamp; }
pid$target:a.out:work:return /self->n == 100/ { printf("%s %d %d\n", probefunc, self->n, ustackdepth > 2); @[self->from < timestamp] = count(); }' 2>&1 |
	grep -v 'until they' | sort | uniq -c
# output:
# --- tree
# 20000 calls
# children, right: 20000
# 100 processes with 200
# --- row
# 100000 calls
# 100000 counted or dropped
# --- vfork
# 1000 calls
# target, right: 1000
# 1 processes with 1000
# --- orphan
# 100 calls
# children, right: 100
# --- hidden
# 100 calls
#
#   child                                                           100
# --- records, stacks, variables of threads
#       1 
#       1         1              200
#       1 20000 calls
#     200 work 100 1
