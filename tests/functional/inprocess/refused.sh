# SPDX-License-Identifier: BSD-2-Clause
# Requests that programs inside a process cannot serve: each gets its reason, and root's kernel serves it.
. "$SRCDIR/_inside.sh"
for clause in 'first:entry { trace(curthread->comm); }' 'first:entry { stack(); }'; do
	as_user "$DTRACE" -qw -c "$WORKLOADS/calls - 1 1" -n "pid\$target:a.out:$clause" 2>&1 |
		grep -m1 -Eo '(curthread|stack).* (needs|fires|asks).*' |
		sed 's/pid[0-9]*/pid/g'
done
echo "--- processes"
sleep 1000 &
other=$!
for arguments in "" "-p $other -p $$" "-p $other -p $$ -x follow"; do
	"$DTRACE" -x engine=inprocess -qv $arguments -n 'pid'$other':libc:malloc:entry, BEGIN { exit(0); }' 2>&1 |
		grep -o 'fires in the kernel.*'
done
kill "$other"
as_user "$DTRACE" -p $$ -n 'pid$target:libc:malloc:entry' 2>&1 | sed -n '1s/.*examined: //p'
# output:
# curthread->comm); }: curthread in pid:calls:first:entry needs the kernel's executor
# stack(); }: stack() in pid:calls:first:entry needs the kernel's executor
# --- processes
# fires in the kernel, because it is not of a process of -c or -p
# fires in the kernel, because there are several targets
# fires in the kernel, because there are several targets
# Permission denied; run dtrace as root, or as the user of the process
