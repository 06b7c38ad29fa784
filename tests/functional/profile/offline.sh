# SPDX-License-Identifier: BSD-2-Clause
# A CPU goes off and comes back while a program traces: what runs on it before and after is counted and recorded.
[ -n "${DT_GUEST-}" ] || { echo "a CPU is taken off in guests alone"; exit 77; }
online=/sys/devices/system/cpu/cpu1/online
[ -w $online ] || { echo "CPU 1 cannot be taken off"; exit 77; }
trap 'echo 1 > $online' EXIT
for name in before without after; do ln -s /bin/dd "$TMPDIR/$name"; done
cat > "$TMPDIR/run" <<END
write() { taskset -c \$1 "$TMPDIR/\$2" if=/dev/zero of=/dev/null bs=1 count=50 status=none; }
write 1 before
echo 0 > $online
write 0 without
echo 1 > $online
write 1 after
END
"$DTRACE" -qn '
syscall::write:entry /execname == "before" || execname == "without" || execname == "after"/
{
	printf("%s %d wrote\n", execname, cpu);
	@[execname, cpu] = count();
}
tick-100ms { }
END { printa("%s %d counted %@d\n", @); }' -c "/bin/bash $TMPDIR/run" -o "$TMPDIR/trace" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
sort "$TMPDIR/trace" | grep -v '^$' | uniq -c | sed 's/^ *//'
# output:
# 1 after 1 counted 50
# 50 after 1 wrote
# 1 before 1 counted 50
# 50 before 1 wrote
# 1 without 0 counted 50
# 50 without 0 wrote
