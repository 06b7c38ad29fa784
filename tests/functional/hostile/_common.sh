# SPDX-License-Identifier: BSD-2-Clause
# What the cases of this chapter share: programs of an ordinary user, who controls whatever dtrace
# reads of them, and root's dtrace, which must neither wait for them, nor believe them, nor die.

cd "$TMPDIR" || exit 1
chmod 755 .
install -m 755 "$WORKLOADS/hostile" program
trap 'kill $(jobs -p) 2>/dev/null; rm -f "/tmp/perf-${pid:-0}.map"*' EXIT

fail() {
	echo "$*"
	exit 1
}

# Run a command as the ordinary user: "${as_user[@]}" in the background, where $! is to be its own.
as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
as_user() {
	"${as_user[@]}" "$@"
}

# Start ./program in the background as the ordinary user; sets $pid.
start() {
	"${as_user[@]}" "$TMPDIR/program" "$@" >/dev/null &
	pid=$!
	until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do
		kill -0 "$pid" || fail 'the program does not run'
	done
}

# dtrace, which must have ended after so many seconds; machines are busy, and guests are slow.
bounded() { # seconds, arguments of dtrace
	local limit=$1 status=0
	shift
	limit=$((limit * $([ -n "$DT_GUEST" ] && echo 10 || echo 3)))
	timeout -s KILL "$limit" "$DTRACE" "$@" || status=$?
	[ $status -eq 137 ] && fail "dtrace had not ended after $limit seconds"
	return $status
}

# Mount a file system of the ordinary user, of one file with the text of that one, at files/: sets $hang, its server,
# which says what it does to <&$said. Until fall_silent it answers.
serve() { # the file
	mkdir files
	coproc server { exec "$WORKLOADS/hang" "$TMPDIR/files" 65534 "$1"; }
	hang=$server_PID
	exec {said}<&"${server[0]}" {to}>&"${server[1]}"
	read -r line <&"$said" || { echo 'there is no FUSE'; exit 77; }
	trap 'kill $hang $pid $(jobs -p) 2>/dev/null; umount -l "${mounted[@]}" "$TMPDIR/files"' EXIT
	mounted=()
}

fall_silent() {
	echo >&"$to"
	read -r line <&"$said"
	[ "$line" = silent ] || fail "$line"
}

# Start a program in the background; sets $pid.
run() { # path, arguments
	"$@" & pid=$!
	until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/$1" ]; do
		kill -0 "$pid" || fail "$1 does not run"
	done
}
