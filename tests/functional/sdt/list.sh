#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Listed without being attached: literally, by a pattern, by number, with types; only with sdt.
"$DTRACE" -l -n 'sdt:sched::sched_switch' | awk 'NR > 1 { print $2, $3, $4 }'
"$DTRACE" -l -n 'sdt:sched::sched_process_e*' | awk 'NR > 1 { print $2, $3, $4 }' | sort
"$DTRACE" -l -i "$("$DTRACE" -l -n 'sdt:sched::sched_wakeup' | awk 'NR > 1 { print $1 }')" |
	awk 'NR > 1 { print $2, $3, $4 }'
"$DTRACE" -lv -n 'sdt:sched::sched_process_exec' | grep 'args\['
"$DTRACE" -lvvn 'sdt:sched::sched_switch' | grep -e 'args\[[12]' -e Attributes
"$DTRACE" -l -P sdt | awk '$3 == "syscalls" || $3 == "ftrace" { print "not a tracepoint:", $0 }'
[ "$("$DTRACE" -l -P sdt | wc -l)" -gt 100 ] && echo many
