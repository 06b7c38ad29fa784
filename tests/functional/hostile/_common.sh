# SPDX-License-Identifier: BSD-2-Clause
# Functions for the cases of this chapter: programs of an ordinary user, who controls everything
# that dtrace reads of them, and root's dtrace, which must not wait for them, believe them or die.

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

# Runs dtrace, which must end within that number of seconds; machines are busy, and guests are slow.
bounded() { # seconds, arguments of dtrace
	local limit=$1 status=0
	shift
	limit=$((limit * $([ -n "$DT_GUEST" ] && echo 10 || echo 3)))
	timeout -s KILL "$limit" "$DTRACE" "$@" || status=$?
	[ $status -eq 137 ] && fail "dtrace had not ended after $limit seconds"
	return $status
}

# Mounts a file system of the ordinary user at files/, with one file that has the text of the given file. Sets $hang,
# its server, which reports to <&$said. The server answers until fall_silent.
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
