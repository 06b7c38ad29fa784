# SPDX-License-Identifier: BSD-2-Clause
# remain-cpu and surrender, where the kernel tells; where it does not, they say why.
if ! grep -q -w btf_trace_sched_exit_tp /sys/kernel/btf/vmlinux; then
	"$DTRACE" -n sched:::remain-cpu 2>&1 | grep -c 'sched:::remain-cpu cannot be had here: Linux tells it since 6.15'
	echo "this kernel has no tracepoint sched_exit_tp"
	exit 77
fi
timeout 60 "$DTRACE" -q -s _told.d -c "$WORKLOADS/queues"
