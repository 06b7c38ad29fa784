# SPDX-License-Identifier: BSD-2-Clause
# Functions of a module: none before it is loaded; then they are listed under its name, fire, and are named in stacks.
. "$SRCDIR/_fbt.sh"
modprobe=$(cat /proc/sys/kernel/modprobe) # it knows where the modules are
"$modprobe" -n brd 2> /dev/null || { echo "no module brd for this kernel"; exit 77; }
! grep -q '^brd ' /proc/modules || { echo "brd is loaded already"; exit 77; }
"$DTRACE" -ln fbt:brd::entry > "$TMPDIR/before" 2>&1 && fail "listed before it is loaded"
grep -o 'no loaded module brd has.*' "$TMPDIR/before"
"$modprobe" brd rd_nr=1 rd_size=1024 || fail "brd cannot be loaded"
"$DTRACE" -ln fbt:brd:brd_submit_bio: | awk 'NR > 1 { print $2, $3, $4, $5 }'
"$DTRACE" -q -o "$TMPDIR/trace" -c "/bin/dd if=/dev/zero of=/dev/ram0 bs=4096 count=8 oflag=direct status=none" -n '
fbt:brd:brd_submit_bio:entry /pid == $target/ { @["calls"] = count(); @f[stack(1)] = count(); }
END { printa("%s %@d\n", @); printa(@f); }' 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep calls "$TMPDIR/trace"
grep -qE 'brd`brd_submit_bio(\+|$)' "$TMPDIR/trace" && echo "named in a stack"
rmmod brd || fail "brd cannot be removed"
"$DTRACE" -ln fbt:brd::entry > /dev/null 2>&1 && fail "listed after it was removed"
exit 0
# output:
# no loaded module brd has traceable functions; -Z waits for one
# fbt brd brd_submit_bio entry
# fbt brd brd_submit_bio return
# calls 8
# named in a stack
