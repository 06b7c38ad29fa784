# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# Handlers of signals throw through functions with probes, and through moved instructions that fault; threads are cancelled at any
# instruction. Everything is cleaned up and caught, as without probes.
. "$SRCDIR/_inside.sh"
# traced PROBES CLAUSES: runs it and prints its output and its end.
traced() {
	as_user "$DTRACE" -x engine=inprocess -o /dev/null -c "$WORKLOADS/faults 3334" -n "$1 { $2 }" 2>"$TMPDIR/err"
	sed -n 's/^dtrace: pid [0-9]* exited with //p' "$TMPDIR/err"
}
bare=$("$WORKLOADS/faults" 3334; echo "status $?")
every=
for f in load divide keep nested by_fpe spin loop pass; do
	every="$every${every:+, }pid\$target:a.out:_Z*$f*:"
done
for probes in 'pid$target:a.out::entry, pid$target:a.out::return' "$every"; do
	for clauses in '@ = count();' '@[arg0] = quantize(arg0);' 'printf("%d %s", arg0, probefunc);'; do
		inside=$(traced "$probes" "$clauses")
		[ "$inside" = "$bare" ] || { echo "$probes $clauses"; echo "bare: $bare"; echo "inside: $inside"; cat "$TMPDIR/err"; }
	done
done
# output:
