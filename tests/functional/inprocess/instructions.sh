# SPDX-License-Identifier: BSD-2-Clause
# Every instruction of functions, and of a program: counts are those of the kernel's engine, the program's output does not change,
# and what has no room is reported by name. Clauses that only count are served by counters of blocks, others by points.
. "$SRCDIR/_inside.sh"
in_place='pid$target:a.out:narrow:, pid$target:a.out:brief:'
functions='pid$target:a.out:work:, pid$target:a.out:choose:, pid$target:a.out:odd:, pid$target:a.out:leap:, pid$target:a.out:leave:'
insns="$WORKLOADS/insns"
bare=$("$insns" 1 300)

echo "--- both engines"
counts="$functions { @[probefunc, probename] = count(); }"
for engine in kernel inprocess; do
	"$DTRACE" -q -x "engine=$engine" -x aggsortkey -c "$insns 1 20" -o "$TMPDIR/$engine" -n "$counts" >"$TMPDIR/said" 2>&1 || cat "$TMPDIR/said"
done
cmp "$TMPDIR/kernel" "$TMPDIR/inprocess" || diff "$TMPDIR/kernel" "$TMPDIR/inprocess"
awk 'NF == 3 { n++ } END { print (n > 100 ? "many instructions" : n) }' "$TMPDIR/kernel"

echo "--- instructions that also run in their place: for root, the kernel counts them there"
for clause in 'count()' 'sum(1)'; do
	for engine in kernel inprocess; do
		"$DTRACE" -q -x "engine=$engine" -x aggsortkey -c "$insns 1 50" -n "$in_place { @[probefunc, probename] = $clause; }" >"$TMPDIR/$engine" 2>"$TMPDIR/said"
	done
	cmp "$TMPDIR/kernel" "$TMPDIR/inprocess" || diff "$TMPDIR/kernel" "$TMPDIR/inprocess"
	awk 'NF == 3 { n++ } END { print (n > 20 ? "many instructions" : n) }' "$TMPDIR/kernel"
done
where() {
	"$DTRACE" -v -x engine=inprocess -c "$insns 1 2" -n "$in_place $1" 2>&1 >"$TMPDIR/output" | sed -nE '/ runs /s/(pid|process )[0-9]+/\1/gp' | sort
}
where '{ @[probename] = count(); }'
echo "--- with a variable for all of them, the kernel runs all"
where '{ self->n++; }'

echo "--- blocks and points, for a user"
for what in 'count()' 'sum(1)'; do
	as_user "$DTRACE" -q -x aggsortkey -c "$insns 1 300" -n "$functions { @[probefunc, probename] = $what; }" >"$TMPDIR/$what" 2>"$TMPDIR/said"
	grep -qx "$bare" "$TMPDIR/$what" || echo "the program printed something else"
done
cmp "$TMPDIR/count()" "$TMPDIR/sum(1)" || diff "$TMPDIR/count()" "$TMPDIR/sum(1)"
awk 'NF == 3 { n++ } END { print (n > 100 ? "many instructions" : n) }' "$TMPDIR/count()"

echo "--- threads: each counts"
for n in 1 4; do
	as_user "$DTRACE" -q -c "$insns $n 500" -n 'pid$target:a.out:work: { @ = count(); }' 2>"$TMPDIR/said" | awk -v n=$n 'NF == 1 { last = $1 } END { printf "%.0f\n", last / n }'
done | uniq | wc -l

echo "--- clear() loses nothing"
total() { awk '$1 == "n" { sum += $2 } END { print sum }'; }
as_user "$DTRACE" -q -c "$insns 2 20000" -n 'pid$target:a.out:choose: { @ = count(); } tick-20ms { printa("n %@d\n", @); clear(@); }
	END { printa("n %@d\n", @); clear(@); }' 2>"$TMPDIR/said" | total >"$TMPDIR/cleared"
as_user "$DTRACE" -q -c "$insns 2 20000" -n 'pid$target:a.out:choose: { @ = count(); } END { printa("n %@d\n", @); clear(@); }' 2>"$TMPDIR/said" |
	total | diff - "$TMPDIR/cleared"

echo "--- the keys of a function's instructions have the room of one key"
as_user "$DTRACE" -q -x aggsize=4k -c "$insns 1 50" -n 'pid$target:a.out:: { @[probefunc] = count(); }' 2>&1 | grep drop

echo "--- the whole program"
as_user "$DTRACE" -q -c "$insns 2 300" -n 'pid$target:a.out:: { @[probefunc] = count(); }' >"$TMPDIR/all" 2>"$TMPDIR/said"
head -1 "$TMPDIR/all" | diff - <("$insns" 2 300)
grep -cE '^ +(main|work|tick|run) +[0-9]+$' "$TMPDIR/all"
# output:
# --- both engines
# many instructions
# --- instructions that also run in their place: for root, the kernel counts them there
# many instructions
# many instructions
# dtrace: process  itself runs pid:insns:narrow:entry and 1 more, pid:insns:narrow:0 and 25 more, pid:insns:narrow:return and 1 more
# dtrace: the kernel runs pid:insns:narrow:21 and 3 more, pid:insns:brief:entry: pid:insns:brief:entry may also run outside of its copy
# --- with a variable for all of them, the kernel runs all
# dtrace: the kernel runs pid:insns:narrow:entry and 1 more, pid:insns:narrow:0 and 25 more, pid:insns:narrow:return and 1 more: pid:insns:narrow:21 may also run outside of its copy
# --- blocks and points, for a user
# many instructions
# --- threads: each counts
# 1
# --- clear() loses nothing
# --- the keys of a function's instructions have the room of one key
# --- the whole program
# 4
