# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel: inside, children wait for dtrace
#
# -x follow: children that end before dtrace knows of them count as missed, including the last ones; once
# their file is probed, each later child is traced completely. dtrace is stopped while the children run that it is to
# miss.
cd "$TMPDIR" || exit 1
for file in brief first{1..10} last{1..10}; do cp "$WORKLOADS/brief" $file; done
fail() { echo "$1"; cat out err; exit 1; }

cat > command <<'END'
run() { "./$1" && echo >> all; }
halt() { kill -STOP $PPID; until grep -q '^State:.*T' /proc/$PPID/status; do :; done; }
halt
for i in {1..10}; do run first$i; run brief; (run brief); done
kill -CONT $PPID
until grep -q seen out; do run brief; done # the first that is seen may have begun before
for i in {1..5}; do run brief; done
halt
for i in {1..10}; do run last$i; done
echo $$ > ended
END
: > out
"$DTRACE" -q -Z -o out -x follow -x switchrate=5ms -c 'bash command' -n 'pid$target::work:entry { @[pid] = count(); }
	pid$target::work:entry /!seen++/ { printf("seen\n"); } END { printa("run %@d\n", @); }' > said 2> err &
dtrace=$!
until [ -s ended ] && grep -q '^State:.*Z' /proc/$(cat ended)/status; do
	kill -0 $dtrace || fail 'it has ended before its command'
	sleep 0.02
done
kill -CONT $dtrace
wait $dtrace || fail "status $?"

all=$(grep -c '' all)
whole=$(grep -c '^run 10$' out)
late=$(awk '/^dtrace: [0-9]+ processes had run before dtrace attached probes/ { n += $2 }
	/^dtrace: tracing ended before dtrace examined [0-9]+ process/ { n += $7 } END { print n + 0 }' err)
[ "$whole" -ge 5 ] || fail "$whole whole runs"
[ "$(grep -c '^run' out)" -le $((whole + 1)) ] || fail 'runs that are not whole'
[ "$late" -ge 40 ] || fail "$late of 40 are told"
[ $((late + whole)) -ge "$all" ] || fail "$whole whole runs and $late others: not all of $all"
[ "$late" -le "$all" ] || fail "$late others are more than all $all"
exit 0
# output:
