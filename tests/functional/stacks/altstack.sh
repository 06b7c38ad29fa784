# SPDX-License-Identifier: BSD-2-Clause
# Stacks lead through handlers of signals, from one stack of a thread to another; in dynamic and in
# static-pie programs.
for program in "$WORKLOAD" "$WORKLOADS/altstack_static"; do
	"$DTRACE" -q -c "$program" -n 'syscall::getppid:entry /pid == $target/ { ustack(100); }' |
		awk -F'[`+]' '{ sub(/^ */, "") } $2 ~ /^(inner|on_|outer|main|_start)/ { printf "%s ", $2 } /\?/ { printf "? " }
			END { print "" }'
done
# output:
# inner on_own_stack on_usual_stack outer main _start 
# inner on_own_stack on_usual_stack outer main _start 
