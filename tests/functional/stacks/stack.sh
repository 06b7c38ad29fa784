#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A kernel stack begins after the tracing machinery, ends at the entry to the kernel, and has at
# most the requested number of frames.
out=$("$DTRACE" -q -x stackframes=1 -c "$WORKLOADS/frames" -n '
syscall::getppid:entry,syscall::getppid:return /pid == $target/ {
	printf("one"); stack(); printf("all"); stack(30); @[stack(1)] = count(); }')
echo "$out" | grep -Eq 'bpf|__traceiter|stack_trace_' && { echo "machinery is shown: $out"; exit 1; }
first=$(echo "$out" | sed -n '2s/ *vmlinux`\([a-z_0-9]*\).*/\1/p')
case $first in
*sys*) ;;
*) echo "begins with '$first': $out"; exit 1 ;;
esac
[ "$(echo "$out" | sed -n 3p)" = all ] || { echo "more than one frame: $out"; exit 1; }
echo "$out" | grep -Eq 'vmlinux`(entry_SYSCALL_64|el0t_64_sync)' || { echo "no entry point: $out"; exit 1; }
# output:
