# SPDX-License-Identifier: BSD-2-Clause
#
# If several probes are on one instruction, they fire in the order of their numbers: entry, the
# instructions, and return after the returning instruction.
"$DTRACE" -q -c "$WORKLOADS/types" -n '
pid$target:a.out:give: { printf("%d %s\n", id, probename); }' >"$TMPDIR/seen" || exit 1
sed -n '/./p' "$TMPDIR/seen" | awk '
NR == 1 { first = $1 }
$1 != first + NR - 1 { print "not consecutive:", $0 }
NR < 3 { print $2 }
{ last = $2 }
END { print last }'
# So do clauses of several programs.
"$DTRACE" -q -c "$WORKLOADS/types" -n '
pid$target:a.out:give:entry { printf("a"); }
pid$target:a.out:give:0 { printf("b"); }
pid$target:a.out:give:entry { printf("c"); }
pid$target:a.out:give:return { printf("d\n"); }' | sed -n '/./p'
# output:
# entry
# 0
# return
# acbd
