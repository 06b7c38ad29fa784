#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Listed without being attached: literally, by a pattern, by number, with types; only with sdt.
"$DTRACE" -l -n 'sdt:sched::sched_switch' | awk 'NR > 1 { print $2, $3, $4 }'
"$DTRACE" -l -n 'sdt:sched::sched_process_e*' | awk 'NR > 1 { print $2, $3, $4 }' | sort
"$DTRACE" -l -i "$("$DTRACE" -l -n 'sdt:sched::sched_wakeup' | awk 'NR > 1 { print $1 }')" |
	awk 'NR > 1 { print $2, $3, $4 }'
"$DTRACE" -lv -n 'sdt:sched::sched_process_exec' | sed -n 's/\(args\[[0-9]\]: \(struct [a-z_]* \*\|pid_t\)\).*/\1/p'
# Names of arguments are those of a function, if the kernel's type data have it.
names=$("$DTRACE" -lvvn 'sdt:sched::sched_switch' | sed -n 's/.*args\[[12]\].*[ *]\([a-z]*\)$/\1/p' | tr '\n' ' ')
grep -q __traceiter_sched_switch /sys/kernel/btf/vmlinux && wanted='prev next ' || wanted=
[ "$names" = "$wanted" ] && echo "names are those of the kernel"
"$DTRACE" -lvn 'sdt:sched::sched_switch' | grep Attributes
"$DTRACE" -l -P sdt | awk '$3 == "syscalls" || $3 == "ftrace" { print "not a tracepoint:", $0 }'
[ "$("$DTRACE" -l -P sdt | wc -l)" -gt 100 ] && echo many
# output:
# sdt sched sched_switch
# sdt sched sched_process_exec
# sdt sched sched_process_exit
# sdt sched sched_wakeup
# 		args[0]: struct task_struct *
# 		args[1]: pid_t
# 		args[2]: struct linux_binprm *
# names are those of the kernel
# 	Probe Description Attributes
# 	Argument Attributes
# many
