# SPDX-License-Identifier: BSD-2-Clause
# remain-cpu and surrender, if the kernel exposes them; otherwise dtrace gives the reason.
tells() { # PROBE TRACEPOINT SINCE
	grep -q -w "btf_trace_$2" /sys/kernel/btf/vmlinux && return
	"$DTRACE" -n "sched:::$1" 2>&1 | grep -q "sched:::$1 is not available here: Linux exposes it since $3" || echo "no reason for $1"
	false
}
tells remain-cpu sched_exit_tp 6.15
remains=$?
tells surrender sched_set_need_resched_tp 6.17
surrenders=$?
[ $remains = 0 ] || { echo "this kernel has no tracepoint sched_exit_tp"; exit 77; }
said=$(timeout 60 "$DTRACE" -q -Z -s _told.d -c "$WORKLOADS/queues") || exit 1
case "$surrenders $said" in
"0 0 wrong; told" | "1 0 wrong; -") echo right ;;
*) echo "$surrenders $said" ;;
esac
# output:
# right
