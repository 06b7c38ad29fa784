# SPDX-License-Identifier: BSD-2-Clause
# The target is in a container: it has namespaces of its own and a read-only root without /proc and /tmp, in which other files have
# the paths of ours. dtrace is outside.
. "$SRCDIR/_inside.sh"
chmod 755 "$TMPDIR"
root="$TMPDIR/root" program="$TMPDIR/program"
mkdir -p "$root$TMPDIR"
for file in $(ldd "$WORKLOADS/calls" | grep -o '/[^ ]*'); do
	mkdir -p "$root${file%/*}"
	cp -L "$file" "$root$file"
done
cp "$WORKLOADS/calls" "$root$program"
cp "$WORKLOADS/returns" "$program" # what this path leads to outside
clauses='
pid$target:a.out:first:entry { @[pid == $target, tid == $target] = count(); }
pid$target:a.out:second:entry { @name[execname, copyinstr(arg1)] = count(); @stacks[ufunc(ucaller), ustackdepth > 1] = count(); }
tick-10ms /!begun++/ { system("echo go >&3"); }'
# contained MODE COMMAND...: traces a container of this mode by a command, as $owner has started it. With heap=h, the name lies in the
# heap, so programs read it by a system call.
contained() {
	mode=$1
	shift
	as=$owner start_target "$WORKLOADS/contained" "$mode" "$root" "$program" "wm$heap" 0 1000
	read -r target _ <"/proc/$target/task/$target/children" || :
	"$@" -qw -x engine=inprocess -p "$target" -n "$clauses" 2>&1 | grep -v '^$' | sed 's/process [0-9]*/process N/'
	exec 3>&- # if it was not traced, it continues now
	wait
}
owner=$user heap=h
echo "--- of the same user"
contained upnr $user "$DTRACE"
echo "--- of a user, for root"
contained upnr "$DTRACE"
heap=
echo "--- with a filter of system calls, for root"
contained upnrs "$DTRACE"
echo "--- with a filter of system calls, of the same user"
clauses='pid$target:a.out:first:entry { @[pid == $target, execname] = count(); } tick-10ms /!begun++/ { system("echo go >&3"); }'
contained upnrs $user "$DTRACE"
echo "--- dtrace as root of a user namespace"
$user unshare -Ur "$DTRACE" -q -x follow -c "sh -c '$WORKLOADS/executes worker; exec $WORKLOADS/executes worker'" -Z \
	-n 'BEGIN { trace("begin"); } pid$target:executes:work:entry { @ = count(); }' 2>&1 | grep -v '^$'
echo "--- in another PID namespace"
$user "$DTRACE" -q -Z -x follow -c "unshare -Urpf $WORKLOADS/executes worker" -n 'pid$target:executes:work:entry { @ = count(); }' 2>&1 |
	sed 's/thread [0-9]*/thread N/; /^$/d'
owner=
echo "--- of root"
contained pnr "$DTRACE"
# output:
# --- of the same user
#         1        1             1000
#   program                        name                                      1000
#   program`run                                               1             1000
# --- of a user, for root
#         1        1             1000
#   program                        name                                      1000
#   program`run                                               1             1000
# --- with a filter of system calls, for root
#         1        1             1000
#   program                        name                                      1000
#   program`run                                               1             1000
# --- with a filter of system calls, of the same user
# dtrace: could not enable tracing: process N filters its system calls (seccomp); only root can suspend the filter: Operation not permitted
# --- dtrace as root of a user namespace
# begin
#                20
# --- in another PID namespace
# dtrace: 1 program that processes executed is not traced: thread N has ended, or is in another PID namespace
# --- of root
#         1  program                                                        1000
