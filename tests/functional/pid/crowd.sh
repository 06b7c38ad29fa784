# SPDX-License-Identifier: BSD-2-Clause
#
# A file with many places that many processes map: attaching is announced as slow, and SIGINT ends it before all
# places are attached; END still runs. -x nowarn says nothing of it. Progress is shown on a terminal.
# engine: in the kernel, which attaches slowly where many processes map a file
set -u
fail() { echo "$*"; cat "$TMPDIR"/said "$TMPDIR"/out; exit 1; }
others=120 # so many that it takes more than half a second to remove the places
[ -z "${DT_GUEST:-}" ] || others=40
coproc crowd { exec "$WORKLOAD" $others; }
pid=$crowd_PID
read -r _ <&"${crowd[0]}" || fail "the workload does not run"
mkfifo "$TMPDIR/err"

# interrupted OPTIONS…: runs dtrace until it reports that it attaches, then sends ^C; $TMPDIR/said has its messages,
# out its output
interrupted() {
	: > "$TMPDIR/said"
	"$DTRACE" -q -x debug "$@" -p "$pid" -n '
		pid$target:a.out:many_*:entry { @ = count(); }
		END { printf("ended\n"); }' > "$TMPDIR/out" 2> "$TMPDIR/err" &
	local dtrace=$!
	while read -r line; do
		echo "$line" >> "$TMPDIR/said"
		case $line in *" programs of provider pid"*) kill -INT $dtrace ;; esac
	done < "$TMPDIR/err"
	wait $dtrace || fail "status $?"
	grep -q "attaching was interrupted" "$TMPDIR/said" || fail "everything was attached"
	grep -qx ended "$TMPDIR/out" || fail "END did not run"
}

interrupted
grep -q "warning: 100000 places in .*crowd, which $((others + 1)) processes map: " "$TMPDIR/said" || fail "no warning"
interrupted -x nowarn
if grep -q warning "$TMPDIR/said"; then fail "a warning despite -x nowarn"; fi
[ -n "${DT_GUEST:-}" ] && exit 0 # to place them all takes minutes there

# Places inside the process are not the kernel's.
if [ "$(uname -m)" = x86_64 ]; then
	"$DTRACE" -q -x engine=inprocess -p "$pid" -n '
		pid$target:a.out:many_*:entry { @ = count(); }
		tick-1ms { exit(0); }' 2>&1 | grep places
fi

# On a terminal, steps of more than half a second show their progress, and END's output does not
# wait for the detaching.
script -qec "$DTRACE -q -x nowarn -p $pid -n '
	pid\$target:a.out:many_*:entry { @ = count(); }
	tick-1ms { exit(0); }
	END { printf(\"ended\\n\"); }'" /dev/null < /dev/null | tr '\r' '\n' | grep -o 'of 100000 places .*\|^ended\|K *ended' |
	sed 's/^K//' | uniq | grep -v placed > "$TMPDIR/out"
printf 'ended\nof 100000 places removed\n' | cmp - "$TMPDIR/out" || fail "the terminal shows something else"
# output:
