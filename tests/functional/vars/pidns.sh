#!/bin/bash
# engine: in the kernel, as its probes
# SPDX-License-Identifier: BSD-2-Clause
# In a PID namespace every given and printed number is a number of that namespace, also for threads,
# children and processes of nested namespaces; processes outside have none. curthread has the kernel's
# own.
if [ -z "$PIDNS" ]; then
	PIDNS=1 exec unshare --fork --pid --mount-proc bash "$0"
fi
cd "$TMPDIR" || exit 1
fail() {
	echo "$*"
	exit 1
}

"$DTRACE" -q -o seen -n 'syscall::statfs:entry /arg0 > 0 && arg0 < 5 && progenyof($target)/ {
	printf("%d %d %d %d\n", arg0, pid, tid, ppid);
	bad += pid != curpsinfo->pr_pid || tid != curlwpsinfo->pr_lwpid || ppid != curpsinfo->pr_ppid ||
	    tid != pid_number(curthread->thread_pid) || curthread->tgid == pid || (arg0 == 1) != (tid == $target) ||
	    progenyof(1) != 1 || progenyof(-5);
}
proc:::create /pid == $target/ { printf("5 %d\n", args[0]->pr_pid); }
END /bad/ { printf("%d times two numbers\n", bad); }' -c "$WORKLOADS/pidns expected"
diff <(sort expected) <(grep . seen | sort) || fail 'other numbers'

# Stacks and symbols are those of the process.
"$DTRACE" -q -x switchrate=1ms -n 'syscall::statfs:entry /arg0 > 0 && arg0 < 5 && pid == $target/ {
	@[arg0, ustack(2), umod(ucaller)] = count(); }' -c "$WORKLOADS/pidns expected" >stacks
[ "$(grep -c 'pidns`marked' stacks)" -eq 2 ] || { cat stacks; fail 'stacks without names'; }

# Probes in processes: of one, of the children as well.
"$DTRACE" -q -n 'pid$target:pidns:marked:entry { @ = count(); } END { printa("%@d\n", @); }' \
	-c "$WORKLOADS/pidns expected" >one
"$DTRACE" -q -x follow -n 'pid$target:pidns:marked:entry { @ = count(); } END { printa("%@d\n", @); }' \
	-c "$WORKLOADS/pidns expected" >all
echo "probes: $(cat one) $(cat all)"

# -p takes such a number. The shell has one, and dtrace's parent is it.
"$DTRACE" -q -n 'syscall::kill:entry /pid == $target && arg1 == 0/ { printf("%d\n", pid == '$$'); exit(0); }' -p $$ >shell &
tracer=$!
while kill -0 $tracer 2>/dev/null; do :; done
grep . shell
# output:
# probes: 2 4
# 1
