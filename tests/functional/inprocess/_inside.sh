# SPDX-License-Identifier: BSD-2-Clause
# For cases whose programs run inside the target, as root and as an ordinary user.

chmod 711 "$TMPDIR"
# as_user COMMAND...: without any privilege; $user is the same for a command in the background, whose pid is then that of COMMAND.
user="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all"
as_user() { $user "$@"; }
# inside ARGUMENT...: dtrace, quiet, with all that it says.
inside() { "$DTRACE" -x engine=inprocess -q "$@" 2>&1; }
# start_target COMMAND...: starts a command as $target, by the command $as, if set. It prints a line when it is ready, and waits
# until `echo go >&3`.
start_target() {
	mkfifo "$TMPDIR/in" "$TMPDIR/out"
	${as:-env} "$@" <"$TMPDIR/in" >"$TMPDIR/out" &
	target=$!
	exec 3>"$TMPDIR/in" 4<"$TMPDIR/out"
	read -r line <&4
	rm "$TMPDIR/in" "$TMPDIR/out"
}
# start_tracing CLAUSES [OPTION...]: dtrace as $dtrace traces $target, and its placer is $placer; by the command $as, if set. CLAUSES
# must print a line when it has begun.
start_tracing() {
	mkfifo "$TMPDIR/ready"
	${as:-env} "$DTRACE" -x engine=inprocess -q -p "$target" -n "$@" >"$TMPDIR/ready" 2>"$TMPDIR/err" &
	dtrace=$!
	exec 5<"$TMPDIR/ready"
	read -r line <&5
	rm "$TMPDIR/ready"
	read -r placer _ <"/proc/$dtrace/task/$dtrace/children" || :
}
# both ARGUMENT...: the same with each engine. Prints the output once if it is equal, else both.
both() {
	for engine in kernel inprocess; do
		"$DTRACE" -x "engine=$engine" -q "$@" >"$TMPDIR/$engine" 2>&1
		echo "status $?" >>"$TMPDIR/$engine"
	done
	diff "$TMPDIR/kernel" "$TMPDIR/inprocess" >"$TMPDIR/diff" || { echo "they differ:"; cat "$TMPDIR/diff"; }
	cat "$TMPDIR/kernel"
}
# kill_both: kills $dtrace and $placer, of which neither sees the other's end.
kill_both() {
	kill -STOP "$dtrace"
	until grep -q '^State:.T' "/proc/$dtrace/status"; do :; done
	kill -KILL "$placer" "$dtrace"
	wait "$dtrace" 2>"$TMPDIR/killed"
}
