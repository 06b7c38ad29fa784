# SPDX-License-Identifier: BSD-2-Clause
#
# profile fires on every CPU that is busy. arg0 is a pc if the kernel was interrupted, else arg1.
"$DTRACE" -q -c "$WORKLOADS/spin" -n '
	profile-499 /pid == $target/ { @cpus[cpu] = count(); }
	profile-499 /pid == $target/ { @modes[arg0 != 0, arg1 != 0] = count(); }
	END { printa("cpu %d\n", @cpus); printa("mode %d %d\n", @modes); }' >"$TMPDIR/out" || exit 1
cpus=$(grep -c ^cpu "$TMPDIR/out")
all=$(getconf _NPROCESSORS_ONLN)
[ "$cpus" = "$all" ] || { echo "fired on $cpus CPUs of $all"; exit 1; }
grep -q '^mode 0 1' "$TMPDIR/out" || { echo "never in user mode"; exit 1; }
! grep -qE '^mode (0 0|1 1)' "$TMPDIR/out" || { echo "both or neither pc"; exit 1; }

# -x cpu restricts both kinds.
"$DTRACE" -q -x cpu=0 -c "$WORKLOADS/spin" -n '
	profile-499, tick-100ms { @[cpu] = count(); } END { printa("cpu %d\n", @); }' >"$TMPDIR/out" || exit 1
[ "$(cat "$TMPDIR/out")" = "cpu 0" ] || { echo "with -x cpu=0:"; cat "$TMPDIR/out"; exit 1; }
# output:
