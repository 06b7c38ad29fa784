# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# Exceptions and cancellations pass through functions with probes, and the functions that throw, catch and unwind have probes themselves:
# all entries and returns of the program, libstdc++, libgcc and libc, then every instruction of the program's functions.
. "$SRCDIR/_inside.sh"
# traced DESCRIPTION: runs it and prints its output and its end.
traced() {
	as_user "$DTRACE" -x engine=inprocess -o /dev/null -c "$WORKLOADS/throws 200" -n "$1 { @ = count(); }" 2>"$TMPDIR/err"
	sed -n 's/^dtrace: pid [0-9]* exited with //p' "$TMPDIR/err"
}
bare=$(throws 200; echo "status $?")
entries=
for module in a.out 'libstdc*' 'libgcc*' libc.so.6; do
	entries="$entries${entries:+, }pid\$target:$module::entry, pid\$target:$module::return"
done
for probes in "$entries" 'pid$target:a.out:*descend*:, pid$target:a.out:*change*:, pid$target:a.out:*copy*:'; do
	inside=$(traced "$probes")
	[ "$inside" = "$bare" ] || { echo "$probes"; echo "bare: $bare"; echo "inside: $inside"; cat "$TMPDIR/err"; }
done
# output:
