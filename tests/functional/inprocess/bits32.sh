# SPDX-License-Identifier: BSD-2-Clause
# A 32-bit target is refused by name. For root, the kernel serves it.
. "$SRCDIR/_inside.sh"
cc -m32 -O2 -o "$TMPDIR/calls32" calls.c -pthread 2>"$TMPDIR/err" || { echo "no 32-bit compiler: $(head -1 "$TMPDIR/err")"; exit 77; }
"$TMPDIR/calls32" - 1 1 2>"$TMPDIR/err" || { echo "this kernel runs no 32-bit programs"; exit 77; }
for as in "$user" env; do
	$as "$DTRACE" -x engine=inprocess -qv -c "$TMPDIR/calls32 - 2 1000" -n 'pid$target:a.out:first:entry { @["calls"] = count(); }' 2>&1 |
		grep -E '^ +calls |^dtrace: (the kernel|skip|could|process)' | sed 's/process [0-9]*/process N/g; s/pid[0-9]*/pid/g'
done
# output:
# dtrace: the kernel runs pid:calls32:first:entry: pid:calls32:first:entry is of a 32-bit process
# dtrace: could not enable tracing: pid:calls32:first:entry is of a 32-bit process: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON
# dtrace: the kernel runs pid:calls32:first:entry: pid:calls32:first:entry is of a 32-bit process
#   calls                                                          2000
