# SPDX-License-Identifier: BSD-2-Clause
# A CPU between others is off: files that processes map later are still probed, without a message.
[ -n "${DT_GUEST-}" ] || { echo "a CPU is taken off in guests alone"; exit 77; }
online=/sys/devices/system/cpu/cpu1/online
[ -w $online ] && [ "$(nproc)" -gt 2 ] || { echo "no CPU between others"; exit 77; }
trap 'echo 1 > $online' EXIT
echo 0 > $online
echo 'for _ in $(seq 100); do everywhere 1; done > /dev/null' > "$TMPDIR/run"
"$DTRACE" -Zqn 'pid*:everywhere:main:entry { printf("later\n"); exit(0); }' -c "/bin/bash $TMPDIR/run" 2> "$TMPDIR/err" | grep .
grep 'does not tell' "$TMPDIR/err"
"$DTRACE" -qn 'syscall::getppid:entry /pid == $target/ { @[cpu == 1] = count(); } END { printa("%d %@d\n", @); }' \
	-c 'everywhere 3' > "$TMPDIR/out"
awk -v calls=$((3 * $(nproc))) '$1 == 0 && $2 == calls && NF == 2 { print "each call" }' "$TMPDIR/out"
exit 0
# output:
# later
# each call
