# SPDX-License-Identifier: BSD-2-Clause
# The last CPU goes off during tracing, more often than it has debug registers, or was off before, and comes back:
# probes of each CPU are attached there too, and mapped files are noticed there.
[ -n "${DT_GUEST-}" ] || { echo "a CPU is taken off in guests alone"; exit 77; }
last=$(($(nproc) - 1))
online=/sys/devices/system/cpu/cpu$last/online
[ -w "$online" ] || { echo "CPU $last cannot be taken off"; exit 77; }
trap 'echo 1 > "$online"' EXIT
ln -s /bin/bash "$TMPDIR/late"
cp "$(command -v everywhere)" "$TMPDIR/mapped"
cat > "$TMPDIR/run" <<END
for i in 1 2 3 4 5; do
	echo 0 > $online
	echo 1 > $online
done
for i in 1 2 3 4; do taskset -c $last "$TMPDIR/mapped" 1 > /dev/null; sleep 1; done
taskset -c $last "$TMPDIR/late" -c 'for ((i = 0; i < 50000; i++)); do :; done; echo 0 > /proc/sys/kernel/panic'
END
watched=', watch::panic_timeout:w'
grep -qw panic_timeout /proc/kallsyms || watched= # this kernel lists no variables
for before in 0 1; do
	echo $before > "$online"
	"$DTRACE" -Zqn '
	profile-97, cpc:::cpu_clock-all-10000000'"$watched"' /cpu == $1 && execname == "late"/ { @[probeprov] = count(); }
	pid*:mapped:main:entry { @[cpu == $1 ? "pid" : "pid, elsewhere"] = count(); }
	END { printa("%s %@d\n", @); }' "$last" -c "/bin/bash $TMPDIR/run" > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
	grep -v "had run before dtrace attached probes" "$TMPDIR/err"
	awk -v before=$before '$2 > 0 { print before, $1, $1 == "watch" ? $2 : "" }' "$TMPDIR/out" | sort
	[ "$watched" ] || echo "$before watch 1"
done
# The one CPU that is traced has the ticks, too.
cat > "$TMPDIR/run" <<END
echo 0 > $online
echo 1 > $online
sleep 30
END
"$DTRACE" -x cpu="$last" -qn 'tick-1s /n++ == 2/ { printf("ticks\n"); exit(0); }' -c "/bin/bash $TMPDIR/run"
# output:
# 0 cpc 
# 0 pid 
# 0 profile 
# 0 watch 1
# 1 cpc 
# 1 pid 
# 1 profile 
# 1 watch 1
# ticks
#
