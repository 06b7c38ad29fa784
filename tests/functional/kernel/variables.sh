#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Kernel variables by name: scalars, strings, structs, those that each CPU has.
for name in jiffies init_task linux_banner __per_cpu_offset; do
	grep -q " $name\$" /proc/kallsyms || { echo "the kernel does not list $name in /proc/kallsyms"; exit 77; }
done
"$DTRACE" -q -n '
BEGIN
{
	this->before = `jiffies_64;
	printf("%d %d\n", `jiffies >= this->before, *(uint64_t *)&`jiffies_64 >= this->before);
	printf("%d %s\n", `init_task.pid, stringof(`init_task.comm));
	printf("%d\n", vmlinux`init_task.tasks.next == (&`init_task)->tasks.next);
	printf("%s\n", substr(stringof(`linux_banner), 0, 13));
	printf("%d\n", `nr_cpu_ids >= 1);
	/* The run queue of this CPU runs this thread. */
	printf("%d %d\n", `runqueues.cpu == cpu, `runqueues.curr == curthread);
	exit(0);
}'
# output:
# 1 1
# 0 swapper/0
# 1
# Linux version
# 1
# 1 1
#
