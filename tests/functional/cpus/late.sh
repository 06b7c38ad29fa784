# SPDX-License-Identifier: BSD-2-Clause
# The last CPU is off when tracing begins, and comes back: what runs on it then is counted and recorded.
[ -n "${DT_GUEST-}" ] || { echo "a CPU is taken off in guests alone"; exit 77; }
last=$(($(nproc) - 1))
online=/sys/devices/system/cpu/cpu$last/online
[ -w "$online" ] || { echo "CPU $last cannot be taken off"; exit 77; }
trap 'echo 1 > "$online"' EXIT
echo 0 > "$online"
ln -s /bin/dd "$TMPDIR/late"
cat > "$TMPDIR/run" <<END
echo 1 > $online
taskset -c $last "$TMPDIR/late" if=/dev/zero of=/dev/null bs=1 count=50 status=none
END
"$DTRACE" -qn '
syscall::write:entry /execname == "late"/ { printf("late on %s wrote\n", cpu == $1 ? "it" : "another"); @[cpu == $1] = count(); }
END { printa("%d counted %@d\n", @); }' "$last" -c "/bin/bash $TMPDIR/run" -o "$TMPDIR/trace" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
sort "$TMPDIR/trace" | grep -v '^$' | uniq -c | sed 's/^ *//'
# output:
# 1 1 counted 50
# 50 late on it wrote
