# SPDX-License-Identifier: BSD-2-Clause
# A program that ends before dtrace can examine it has complete stacks when its file is known, some time after its
# first run; another program in the same file is not unwound by the first program's tables.
coproc "$DTRACE" -q -x switchrate=10ms -n '
	BEGIN { printf("ready\n"); }
	syscall:'$CALLS':getppid:entry /execname == "brief"/ { printf("%d\n", ustackdepth); }'
tracer=$COPROC_PID
read -r -t 60 _ <&"${COPROC[0]}"
cp "$WORKLOAD" "$TMPDIR/brief"

depth() { "$TMPDIR/brief"; read -r -t 60 n <&"${COPROC[0]}"; }
is_whole() { [ "$n" -ge 24 ] && [ "$n" -le 27 ]; } # 22 functions, main, what calls main

learned() # NAME: at most 1,000 runs
{
	for _ in {1..1000}; do
		depth
		is_whole && echo "$1: learned" && return
		[ "$n" = 1 ] || echo "$1: $n frames"
		sleep 0.05
	done
}
learned first
whole=0
for _ in {1..100}; do
	depth
	is_whole && whole=$((whole + 1))
done
echo "$whole of 100 whole"
cat "$WORKLOADS/brief_other" >"$TMPDIR/brief"
learned other
kill -INT "$tracer"
wait "$tracer"
# output:
# first: learned
# 100 of 100 whole
# other: learned
