# SPDX-License-Identifier: BSD-2-Clause
# For cases whose programs run inside the target, as root and as an ordinary user.

chmod 711 "$TMPDIR"
# as_user COMMAND...: without any privilege.
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"; }
# inside ARGUMENT...: dtrace, quiet, with all that it says.
inside() { "$DTRACE" -x engine=inprocess -q "$@" 2>&1; }
# start_calls ARGUMENT...: starts the workload `calls w` as $target, which waits until `echo go >&3`.
start_calls() {
	mkfifo "$TMPDIR/in" "$TMPDIR/out"
	calls w "$@" <"$TMPDIR/in" >"$TMPDIR/out" &
	target=$!
	exec 3>"$TMPDIR/in" 4<"$TMPDIR/out"
	read -r line <&4
	rm "$TMPDIR/in" "$TMPDIR/out"
}
# start_tracing CLAUSES: dtrace as $dtrace traces $target, and its placer is $placer. CLAUSES must print a line when it has begun.
start_tracing() {
	mkfifo "$TMPDIR/ready"
	"$DTRACE" -x engine=inprocess -q -p "$target" -n "$1" >"$TMPDIR/ready" 2>"$TMPDIR/err" &
	dtrace=$!
	exec 5<"$TMPDIR/ready"
	read -r line <&5
	rm "$TMPDIR/ready"
	read -r placer _ <"/proc/$dtrace/task/$dtrace/children"
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
