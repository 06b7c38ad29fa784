# SPDX-License-Identifier: BSD-2-Clause
# Functions for the cases of this chapter. The cases print what they observe; their expected output
# decides. Process ids are replaced, and no case waits for a time.

cd "$TMPDIR" || exit 1

# Run a command: its stdout, its stderr after "2> ", its status.
show() {
	echo "\$ ${*//$DTRACE/dtrace}" | tr '\n' ' ' | sed 's/ $//'
	echo
	"$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr"
	local status=$?
	cat "$TMPDIR/stdout"
	sed -E "s|$TMPDIR|TMPDIR|g; s|^([^ ]*/)?dtrace:|dtrace:|; s/pid [0-9]+/pid N/; s/process [0-9]+/process N/; s/^/2> /" "$TMPDIR/stderr"
	echo "[$status]"
}

# Start dtrace in the background; its stdout can be read from descriptor $fd. Returns when it has
# printed a line "ready".
start() {
	exec {fd}< <(exec "$DTRACE" "$@" 2>"$TMPDIR/stderr")
	pid=$!
	local line
	while read -r line <&"$fd"; do
		[ "$line" = ready ] && return
	done
	cat "$TMPDIR/stderr"
	echo "dtrace ended before it was ready"
	exit 1
}

# The rest of its output and its status.
finish() {
	cat <&"$fd"
	wait "$pid"
	echo "[$?]"
}

# Run a copy of the command and its library, ./dtrace, which the tree may hide from others.
unprivileged() {
	[ -e dtrace ] || install -m 755 "$DTRACE" "${DTRACE%/*}/libdtrace.so.1" .
	chmod 755 .
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}
