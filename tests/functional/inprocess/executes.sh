# SPDX-License-Identifier: BSD-2-Clause
# -x follow: programs that the target and its children execute are traced, and each call counts once, under its process.
# timeout: 300
. "$SRCDIR/_inside.sh"
cd "$TMPDIR" || exit 1
chmod 777 .
cp "$WORKLOADS/executes" .
count='
pid$target:a.out:work:entry { @[execname] = count(); @processes[pid] = count(); }
END { printa("%s %@d\n", @); printa("process %@d\n", @processes); }'
trace() {
	echo "--- $*"
	as_user "$DTRACE" -q -x follow -c "$PWD/executes $*" -n "$count" 2>&1 |
		awk '/^process / { n[$2]++; next } NF { print } END { for (calls in n) print n[calls], "processes with", calls }'
}
trace fork 10
trace vfork 10
trace spawn 10
trace together 10
trace fails 3
trace nested 5
trace thread
# The thread that loses may end before dtrace has looked at it, and is then reported.
trace race 5 | grep -v 'has ended, or is in another PID namespace'
trace signals 60 | grep -v process
# A program that another one executes need not be known when tracing begins. Both engines print the same.
cp executes other
echo '--- a shell'
for engine in inprocess kernel; do
	[ "$engine" = kernel ] || as=$user
	$as "$DTRACE" -q -Z -x "engine=$engine" -x follow -c "sh -c './other worker; (./executes worker; exec ./other worker) | cat'" \
		-n 'pid$target:other:work:entry, pid$target:executes:work:entry { @[probeprov == strjoin("pid", lltostr($target)), probemod, probefunc, execname] = count(); }' \
		>"$engine" 2>"$engine.err"
	as=
	# The kernel's engine may be too late for a part, which it reports.
	grep -q 'had run before\|were lost' "$engine.err" || { echo "$engine:"; cat "$engine"; } | sed 's/^kernel:/inprocess:/'
done | awk 'NF && !seen[$0]++ { $1 = $1; print }'
echo '--- root'
root() {
	inside -Z -x follow -c "sh -c './other worker; ./executes worker'" -n "$@" | sed '/^$/d; s/pid[0-9]*:/pidN:/'
}
root 'pid$target:other:work:entry, pid$target:executes:work:entry { @[probemod, execname] = count(); }
syscall::exit_group:entry /progenyof($target)/ { @exits[execname] = count(); }'
root 'pid$target:executes:work:entry { n++; } syscall::exit_group:entry { n = 0; }'
root 'pid$target:executes:work:entry { stack(); }'
echo '--- memory, variables'
as_user "$DTRACE" -q -x follow -c "sh -c '/bin/echo one; /bin/echo two'" \
	-n 'pid$target:libc.so.6:fputs_unlocked:entry { self->n++; printf("%s %s %d %d\n", execname, copyinstr(arg0), self->n, pid == $target); }' 2>&1 |
	sort
echo '--- privileges'
cp /bin/true privileged
chown root privileged
chmod 4755 privileged
printf '#!%s\n' "$PWD/privileged" > script
chmod 755 script
for path in "$PWD/privileged" "$PWD/script" /proc/self/cwd/privileged; do
	as_user "$DTRACE" -q -x follow -c "$PWD/executes path $path" -n "$count" 2>&1 | sed 's/process [0-9]* runs/process N runs/; /^process/d; /^$/d'
done
cp executes more_privileged
chmod 4755 more_privileged
inside -x follow -c "$PWD/executes drop $PWD/more_privileged" -n "$count" | sed 's/process [0-9]* runs/process N runs/; /^process/d; /^$/d'
echo '--- dtrace is killed'
for both in no yes; do
	$user "$DTRACE" -q -x follow -c "$PWD/executes fork 300" -n "$count" >killed 2>&1 &
	dtrace=$!
	until placer=$(pgrep -P "$dtrace" -x probe-placer); do sleep 0.01; done
	target=$(pgrep -P "$dtrace" | grep -vx "$placer")
	until [ -n "$(cat "/proc/$target/task/$target/children" 2>/dev/null)" ] || [ ! -e "/proc/$target" ]; do :; done
	sleep 0.2
	if [ "$both" = yes ]; then kill -STOP "$dtrace"; kill -KILL "$placer"; fi
	kill -KILL "$dtrace"
	while [ -e "/proc/$target" ] || { [ "$both" = no ] && [ -e "/proc/$placer" ]; }; do sleep 0.05; done
	wait 2>/dev/null
	grep -c '300 done' killed
done
# output:
# --- fork 10
# 10 done
# executes 100
# 10 processes with 10
# --- vfork 10
# 10 done
# executes 100
# 10 processes with 10
# --- spawn 10
# 10 done
# executes 100
# 10 processes with 10
# --- together 10
# 10 done
# executes 100
# 10 processes with 10
# --- fails 3
# 3 done
# executes 33
# 3 processes with 11
# --- nested 5
# executes 15
# 1 processes with 15
# --- thread
# executes 10
# 1 processes with 10
# --- race 5
# 5 done
# executes 50
# 5 processes with 10
# --- signals 60
# 60 killed
# --- a shell
# inprocess:
# 1 executes work executes 10
# 1 other work other 20
# --- root
#   executes                       executes                                    10
#   other                          other                                       10
#   executes                                                          1
#   other                                                             1
#   sh                                                                1
# dtrace: children cannot be followed inside processes, because syscall:x64:exit_group:entry fires in the kernel; use -x engine=kernel
# dtrace: children cannot be followed inside processes, because stack() in pidN:executes:work:entry needs the kernel's executor; use -x engine=kernel
# --- memory, variables
#
# echo one 1 0
# echo two 1 0
# one
# two
# --- privileges
# executes 10
# dtrace: 1 program that processes executed is not traced: process N runs a file that may have privileges
# executes 10
# dtrace: 1 program that processes executed is not traced: process N runs a file that may have privileges
# executes 10
# dtrace: 1 program that processes executed is not traced: process N runs a file that may have privileges
# executes 10
# dtrace: 1 program that processes executed is not traced: process N runs a file that may have privileges
# --- dtrace is killed
# 1
# 1
