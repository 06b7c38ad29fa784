# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 1500
# The tracer is killed while it attaches, traces and detaches, KILLS times in all, at
# random moments. The target continues undisturbed, and its code is soon restored. With WHO=both its
# keeper is killed as well: no process is left to restore the code, so this tests the kernel's cleanup
# at their end, and the cleanup of the next tracer of the same functions. With WHO=after the keeper is
# killed a moment after the tracer, while it detaches or still attaches: nothing may be left.
kills=${KILLS:-100} functions=${FUNCTIONS:-20000} pause=${PAUSE:-400} who=${WHO:-tracer}
cc -O1 -DFUNCTIONS="$functions" -o "$TMPDIR/many" ../../stress/pid/_many.c ../../stress/pid/_many.S || exit 1
coproc target { exec "$TMPDIR/many"; }
ask() { # LINE: the target's answer
	echo "$1" >&"${target[1]}" && read -r answer <&"${target[0]}"
}
# The tracer's keeper detaches its probes some time later.
restored() {
	if [ $who = both ]; then
		for ((try = 0; try < 25; try++)); do
			ask text && [ "$answer" = unchanged ] && return
			sleep 0.02
		done
		left=$((left + 1))
		"$DTRACE" -q -p "$target_PID" -n "$program"' tick-10ms { exit(0); }' > /dev/null 2>&1
	fi
	for ((try = 0; try < 3000; try++)); do
		ask text && [ "$answer" = unchanged ] && return
		sleep 0.02
	done
	echo "the code stays changed after $i kills"
	exit 1
}
program='pid$target:a.out:f*:entry, pid$target:a.out:f*:return { @[probename] = count(); }'
left=0
declare -A at
# Nothing here waits for a time: the pause only chooses where in its life the tracer dies.
random_pause() { sleep "0.$(printf '%03d' $((RANDOM % $1)))"; }
ask call
for ((i = 0; i < kills; i++)); do
	mkfifo "$TMPDIR/out$i"
	"$DTRACE" -q -p "$target_PID" -n "$program"' BEGIN { printf("ready\n"); }' > "$TMPDIR/out$i" 2> "$TMPDIR/err" &
	tracer=$!
	exec {out}< "$TMPDIR/out$i"
	if ((i % 3 == 2)); then
		phase=attach
		random_pause "$pause"
	else
		phase=run
		read -r line <&"$out" || { cat "$TMPDIR/err"; exit 1; } # "ready"
		ask call
		((i % 3 == 0)) || { phase=detach; kill -INT "$tracer"; random_pause 100; }
	fi
	[ $who = tracer ] || keeper=$(pgrep -P "$tracer" keeper)
	if [ $who = after ]; then
		kill -KILL "$tracer" 2> /dev/null && at[$phase]=$((${at[$phase]:-0} + 1))
		random_pause 250
		kill -KILL $keeper 2> /dev/null
	else
		kill -KILL "$tracer" $keeper 2> /dev/null && at[$phase]=$((${at[$phase]:-0} + 1))
	fi
	wait "$tracer" 2> /dev/null
	exec {out}<&-
	ask call && [ "$answer" = "$functions" ] || { echo "after $i kills the target said '$answer'"; exit 1; }
	restored
done
kill "$target_PID"
[ $left = 0 ] || echo "$left times the next tracer had to restore the code"
echo "$who killed ${at[attach]:-0} times while attaching, ${at[run]:-0} while tracing, ${at[detach]:-0} while detaching"
[ "${at[attach]:-0}" -gt 0 ] && [ "${at[run]:-0}" -gt 0 ]
