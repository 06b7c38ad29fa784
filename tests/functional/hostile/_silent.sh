# SPDX-License-Identifier: BSD-2-Clause
# For cases in which a thread sleeps at a probe: the ordinary user's program `pid` has mapped a file of that user's file
# system, which does not answer, and waits for its start by meet().
. "$SRCDIR/_common.sh"

head -c 32768 /dev/zero | tr '\0' x >text
serve "$TMPDIR/text"
mkfifo go
"${as_user[@]}" ./program take files/file <go & pid=$!
exec {go}>go
until grep -q files/file "/proc/$pid/maps"; do kill -0 "$pid"; done
fall_silent

# The tracer, which says "ready" in the file `out`, meets a thread that sleeps at its probe.
meet() { # its process
	until grep -q ready out; do kill -0 "$1"; done
	echo >&"$go"
	until read -r line <&"$said" && [ "$line" = "asked by $pid" ]; do
		kill -0 "$1" || fail "it has ended: $(cat out notices)"
	done
}

# After the file system has ended, the keeper detaches the probes that the kernel kept, and the program continues.
part() {
	local keeper
	keeper=$(sed -n 's/.*process \([0-9]*\) detaches the probes as soon as it can.*/\1/p' notices)
	kill "$hang" # waiting processes get ENOENT
	while [ -n "$keeper" ] && kill -0 "$keeper" 2>/dev/null; do :; done
	# No breakpoint is left, which would end it.
	bounded 20 -qn 'syscall::*nanosleep:return /pid == $1 && n++ >= 20/ { exit(0); }' "$pid" >out
	kill -0 "$pid" || fail 'the program has ended'
}
