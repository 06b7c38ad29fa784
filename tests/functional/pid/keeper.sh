# SPDX-License-Identifier: BSD-2-Clause
#
# If the process that attaches and detaches the probes is killed or stopped, the tracer
# still works and restores the target. Without that program it reports this, and traces.
# engine: in the kernel, whose probes that process holds
functions=5000 # to be met while it removes them
[ -z "${DT_GUEST-}" ] || functions=2000
case $(uname -r) in 6.[0-5].*) functions=60 ;; esac # where each takes some 50 ms to detach
KILLS=6 FUNCTIONS=$functions PAUSE=200 bash ../../stress/pid/keeper.sh > "$TMPDIR/report" || { cat "$TMPDIR/report"; exit 1; }
# pkill dtrace spares it.
"$DTRACE" -q -w -c 'sleep 60' -n 'pid$target:libc.so.6:exit:entry { }
	tick-100ms /!asked++/ { system("pgrep -P %d dtrace; ps -o comm= --ppid %d; kill %d", $pid, $pid, $target); }' 2>&1 |
	grep -E 'dtrace|keeper' >"$TMPDIR/names"
grep -qx 'uprobe-keeper' "$TMPDIR/names" && ! grep -q dtrace "$TMPDIR/names" || { cat "$TMPDIR/names"; exit 1; }
cd "$TMPDIR"
install -m 755 "$DTRACE" "${DTRACE%/*}/libdtrace.so.1" .
# Hides an installed keeper.
unshare -m bash -c '
	[ -d /usr/local/libexec ] && mount -t tmpfs none /usr/local/libexec
	./dtrace -q -c true -n "pid\$target:libc.so.6:exit:entry { printf(\"%s\n\", probefunc); }" > out 2> err'
grep -q '^exit' out && grep -q '^dtrace: failed to start .*dtrace-keeper: No such file' err || { cat out err; exit 1; }
# output:
