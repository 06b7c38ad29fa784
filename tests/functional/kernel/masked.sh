# SPDX-License-Identifier: BSD-2-Clause
# A kernel without a feature that every supported kernel has: programs that do not need it work, others are refused in
# one sentence that names it, and -V -v lists it. A feature that is only the best of several ways is not reported as
# missing.
programs="count record ustack pid profile"
"$DTRACE" -ln fbt::vfs_read:entry > /dev/null 2>&1 && programs+=" fbt"

# Runs a program, and prints "works" if its output is as expected, else the output.
try() {
	local want text status command=(-c "getppids 1 3")
	case $1 in
	count) want=3 text='syscall::getppid:entry /pid == $target/ { @ = count(); } END { printa("%@d", @); }' ;;
	record) want=3,x text='syscall::getppid:entry /pid == $target/ { self->n++; }
		syscall::getppid:return /self->n == 3/ { printf("%s", strjoin(lltostr(self->n), ",x")); }' ;;
	ustack) want='libc.so.6.syscall' text='syscall::getppid:entry /pid == $target/ { ustack(3); }' ;;
	pid) want=3 text='pid$target:libc:syscall:entry { @ = count(); } END { printa("%@d", @); }' ;;
	profile) want=yes text='BEGIN { n = 0; } profile-997 /!n++/ { printf("yes"); } tick-10ms /n/ { exit(0); }' command=() ;;
	fbt) want=yes text='fbt::vfs_read:entry /!n++/ { printf("yes"); exit(0); }' ;;
	esac
	env LD_PRELOAD="$WORKLOAD" MASKED="$masked" "$DTRACE" -q "${command[@]}" -n "$text" > "$TMPDIR/out" 2> "$TMPDIR/err"
	status=$?
	if [ $status = 0 ] && tr -d ' \n' < "$TMPDIR/out" | grep -qE "^($want)"; then
		echo works
	else
		echo "status $status: $(cat "$TMPDIR/err" "$TMPDIR/out")"
	fi
}

# Mask, its name ("-": never reported), the programs that need it ("?": on some kernels).
while read -r masked name needed; do
	name=${name//_/ }
	[ "$name" = - ] || env LD_PRELOAD="$WORKLOAD" MASKED="$masked" "$DTRACE" -V -v | grep -qx "$name: no" || echo "$masked: -V -v does not tell"
	for program in $programs; do
		said=$(try "$program")
		case " $needed " in
		*" $program? "*) [[ $said = works || $said =~ "this kernel lacks "[^$'\n']*"$name" ]] ;;
		*" $program "*) [[ $said =~ ^"status 1: dtrace: "[^$'\n']*"this kernel lacks "[^$'\n']*"$name"[^$'\n']*$ ]] ;;
		*) [ "$said" = works ] ;;
		esac || echo "$masked, $program: $said"
	done
done <<END
nothing          -
ring-buffer      ring_buffers                        count record ustack pid profile fbt
task-storage     task_storage                        record
raw-tracepoint   raw_tracepoint_programs             count record ustack pid profile
typed-tracepoint -
trace-event      trace_event_programs                count? record? ustack?
perf-program     perf_event_programs                 profile
kprobe-program   programs_of_kprobes_and_uprobes     pid fbt
loop             loops_in_helpers                    record ustack
cookie           perf_event_links_with_cookies
perf-link        perf_event_links_with_cookies       count? record? ustack? pid? profile fbt?
run              programs_that_are_run_by_themselves count pid profile
type-data        types_of_programs                   count record ustack pid profile fbt
kprobe-multi     -
kprobe-session   kprobe_sessions
uprobe-multi     -
batch            -
iterator         -
uprobe-event     -
END
echo "masked one by one"
# output:
# masked one by one
