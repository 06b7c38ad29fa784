# SPDX-License-Identifier: BSD-2-Clause
# Two dtraces find what a killed one has left. A debugger holds the first before it removes anything; the second removes all, and traces
# the process. The first must then leave the second's probes alone, whose memory may lie where the killed one's was.
. "$SRCDIR/_inside.sh"
wait_for() { for _ in {1..600}; do [ ! -e "$TMPDIR/$1" ] || return 0; sleep 0.1; done; echo "no $1"; }
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry, pid$target:libc.so.6::entry { @ = count(); } tick-10ms { printf("ready\n"); }'
kill_both
cat >"$TMPDIR/commands" <<END
set follow-fork-mode child
set breakpoint pending on
break dt_target_remove
run
shell touch "$TMPDIR/held"; until [ -e "$TMPDIR/go" ]; do sleep 0.05; done
delete
continue
END
gdb -q -nx -batch -x "$TMPDIR/commands" --args "$DTRACE" -q -n 'BEGIN { exit(0); }' >"$TMPDIR/gdb" 2>&1 & first=$!
wait_for held
export TMPDIR
inside -w -p "$target" -n 'pid$target:a.out:first:entry { @["calls"] = count(); } pid$target:libc.so.6::entry { @libc = count(); }
	tick-10ms /!begun++/ { system("touch $TMPDIR/begun"); } END { trunc(@libc); }' >"$TMPDIR/second" & second=$!
wait_for begun
touch "$TMPDIR/go"
wait "$first"
grep -h removed "$TMPDIR/gdb" "$TMPDIR/second" | sed 's/[0-9][0-9]*/N/g'
echo go >&3
wait "$target"; echo "status $?"
wait "$second"; grep calls "$TMPDIR/second"
# output:
# status 0
#   calls                                                          2000
