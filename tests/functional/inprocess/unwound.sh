# SPDX-License-Identifier: BSD-2-Clause
# timeout: 400
# A handler unwinds the stack behind each instruction that runs, those of stubs, programs and copies included: it finds the callers, with
# their registers. So does a timer's handler. The tables go only when no thread needs them.
. "$SRCDIR/_inside.sh"
every='pid$target:a.out:leaf:, pid$target:a.out:many:, pid$target:a.out:choose:, pid$target:a.out:work:'
entries='pid$target:a.out::entry, pid$target:a.out::return'
# The function that unwinders ask has probes, too.
asked="$entries, pid\$target:libc.so.6:_dl_find_object:"
# unwind MODE ROUNDS PROBES CLAUSES: the same result as without probes, and stacks from outside of the program.
unwind() {
	as_user "$DTRACE" -q -x engine=inprocess -o /dev/null -c "$WORKLOADS/unwound $1 $2" -n "$3 { $4 }" >"$TMPDIR/out" 2>"$TMPDIR/err"
	"$WORKLOADS/unwound" "$1" "$2" 2>"$TMPDIR/bare" | diff - "$TMPDIR/out" || { echo "$@"; cat "$TMPDIR/err"; }
	grep -q ' [1-9][0-9]* outside the program' "$TMPDIR/err" || { echo "$@: no stack begins in a stub"; cat "$TMPDIR/err"; }
}
hash='@[arg0, probefunc] = quantize(arg0);'
unwind step 5 "$entries" "$hash"
unwind step 5 "$entries" 'printf("%d %s", arg0, probefunc); self->x = arg0;'
unwind step 5 "$every" '@ = count();'
unwind step 4 "$every" "$hash"
unwind step 5 "$asked" '@ = count();'
unwind timer 1000 "$entries" '@[arg0] = count();'
unwind timer 1000 "$every" '@ = count();'
echo "--- attached and detached meanwhile"
"$WORKLOADS/unwound" timer 5000 >"$TMPDIR/out" 2>"$TMPDIR/err" &
target=$!
n=0
while kill -0 "$target" 2>"$TMPDIR/gone" && [ "$n" -lt 40 ]; do
	"$DTRACE" -q -x engine=inprocess -o /dev/null -p "$target" -n "$entries { @ = count(); } tick-20ms { exit(0); }" 2>>"$TMPDIR/dtrace"
	n=$((n + 1))
done
wait "$target"
cat "$TMPDIR/out"
[ "$n" -gt 1 ] || echo "$n times"
# output:
# --- attached and detached meanwhile
# sum 0, 0 without their caller, 0 twice, 0 with wrong registers
