# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 1500
# The tracer's keeper is killed or stopped while it attaches, holds and detaches probes, KILLS times in
# all, at random moments. The tracer ends as usual, and the target's code is restored as soon as both have ended.
kills=${KILLS:-100} functions=${FUNCTIONS:-20000} pause=${PAUSE:-400}
cc -O1 -DFUNCTIONS="$functions" -o "$TMPDIR/many" ../../stress/pid/_many.c ../../stress/pid/_many.S || exit 1
coproc target { exec "$TMPDIR/many"; }
ask() { # LINE: the target's answer
	echo "$1" >&"${target[1]}" && read -r answer <&"${target[0]}"
}
# Nothing here waits for a time: the pause only chooses where in its life the keeper is hit.
random_pause() { sleep "0.$(printf '%03d' $((RANDOM % $1)))"; }
declare -A at
ask call
for ((i = 0; i < kills; i++)); do
	mkfifo "$TMPDIR/out$i"
	"$DTRACE" -q -p "$target_PID" -n 'pid$target:a.out:f*:entry, pid$target:a.out:f*:return { @[probename] = count(); }
		BEGIN { printf("ready\n"); }' > "$TMPDIR/out$i" 2> "$TMPDIR/err" &
	tracer=$!
	exec {out}< "$TMPDIR/out$i"
	signal=$( ((i % 2)) && echo STOP || echo KILL)
	keeper=
	case $((i / 2 % 3)) in
	0)
		phase=attach
		until keeper=$(pgrep -P $tracer keeper) || ! kill -0 $tracer 2> /dev/null; do :; done
		random_pause "$pause"
		;;
	*)
		phase=run
		read -r line <&"$out" || { cat "$TMPDIR/err"; exit 1; } # "ready"
		until keeper=$(pgrep -P $tracer keeper) || ! kill -0 $tracer 2> /dev/null; do :; done
		ask call
		((i / 2 % 3 == 1)) || { phase=detach; kill -INT $tracer; random_pause 100; }
		;;
	esac
	kill -$signal $keeper 2> /dev/null && at[$phase]=$((${at[$phase]:-0} + 1))
	! grep -q 'does not wait for it' "$TMPDIR/err" || kill -CONT $keeper 2> /dev/null # no other process will
	ask call
	[ $phase = detach ] || kill -INT $tracer
	cat <&"$out" > /dev/null
	wait "$tracer" || { echo "$signal while it was to $phase: the tracer ended with $?"; cat "$TMPDIR/err"; exit 1; }
	exec {out}<&-
	while [ -n "$keeper" ] && [ -d "/proc/$keeper" ]; do sleep 0.02; done # dtrace has waited for a moment
	ask call && [ "$answer" = "$functions" ] || { echo "after $signal while it was to $phase the target said '$answer'"; exit 1; }
	ask text && [ "$answer" = unchanged ] || { echo "$signal while it was to $phase: the target's code is $answer"; cat "$TMPDIR/err"; exit 1; }
	pgrep keeper -P $$ > /dev/null && { echo "the keeper is still there"; exit 1; }
done
kill "$target_PID"
echo "hit ${at[attach]:-0} times while attaching, ${at[run]:-0} while tracing, ${at[detach]:-0} while detaching"
[ "${at[attach]:-0}" -gt 0 ] && [ "${at[run]:-0}" -gt 0 ]
