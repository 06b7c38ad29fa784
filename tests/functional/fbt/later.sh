# SPDX-License-Identifier: BSD-2-Clause
# Functions of a module that is loaded during tracing are probed and named; unloading a module with probes is
# harmless, and its functions are probed again after a reload.
. "$SRCDIR/_fbt.sh"
modprobe=$(cat /proc/sys/kernel/modprobe)
"$modprobe" -n brd 2> /dev/null || { echo "no module brd for this kernel"; exit 77; }
! grep -q '^brd ' /proc/modules || { echo "brd is loaded already"; exit 77; }
dmesg > "$TMPDIR/before"
ln -s /bin/dd "$TMPDIR/first" && ln -s /bin/dd "$TMPDIR/second" && ln -s /bin/dd "$TMPDIR/probing"
# Once the probes have been heard of, every write counts.
cat > "$TMPDIR/run" <<END
round() {
	local seen=\$(wc -c < "$TMPDIR/trace")
	"$modprobe" brd rd_nr=1 rd_size=1024 || exit 1
	for _ in \$(seq 200); do
		"$TMPDIR/probing" if=/dev/zero of=/dev/ram0 bs=4096 count=1 oflag=direct status=none
		[ \$(wc -c < "$TMPDIR/trace") = \$seen ] || break
	done
	"$TMPDIR/\$1" if=/dev/zero of=/dev/ram0 bs=4096 count=8 oflag=direct status=none
}
: >> "$TMPDIR/trace"
round first
rmmod brd 2> /dev/null || exit 0
round second
END
"$DTRACE" -Zq -x switchrate=50ms -o "$TMPDIR/trace" -c "/bin/bash $TMPDIR/run" -n '
fbt:brd:brd_submit_bio:entry /execname == "probing"/ { printf("probed\n"); }
fbt:b[r]d::entry, fbt::brd_submit_b*o:return { @[execname, probemod, probefunc, probename] = count(); }
fbt:brd:brd_submit_bio:entry /execname == "first"/ { @f[stack(1)] = count(); }
END { printa("%s %s %s %s %@d\n", @); printa(@f); }' 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
calls() { grep "^$1 brd brd_submit_bio " "$TMPDIR/trace" | sort; }
calls first
if has_multi; then
	grep -q '^brd ' /proc/modules || fail "a module that is traced was removed"
	[ -z "$(calls second)" ] || fail "it was loaded once"
else
	[ "$(calls second | sed s/second/first/)" = "$(calls first)" ] || cat "$TMPDIR/trace"
fi
grep -qE 'brd`brd_submit_bio(\+|$)' "$TMPDIR/trace" && echo "named in a stack"
rmmod brd || fail "brd cannot be removed when nothing is traced"
dmesg | tail -n +"$(($(wc -l < "$TMPDIR/before") + 1))" | grep -iE '\b(warn|bug|stall|lockup|call trace)'
exit 0
# output:
# first brd brd_submit_bio entry 8
# first brd brd_submit_bio return 8
# named in a stack
