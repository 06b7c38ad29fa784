# SPDX-License-Identifier: BSD-2-Clause
# kill -9 while tracing leaves nothing in the kernel.
. "$SRCDIR/_common.sh"
start -qn 'BEGIN { printf("ready\n"); } syscall::: { @[execname, probefunc] = count(); self->x = 1; y[pid] = 1; } profile-97 { @a = quantize(1); } tick-7s { }'
declare -A ids
read_ids() { # of the programs, maps and links that the process has open
	local kind id
	while read -r kind id; do
		ids["${kind%_id:} $id"]=1
	done < <(cat /proc/"$pid"/fdinfo/* 2>/dev/null | grep -E '^(prog|map|link)_id:')
}
for tries in 1 2 3 4 5 6 7 8 9 10; do # ready is said before everything is attached
	read_ids
done
for kind in prog map; do
	[[ " ${!ids[*]} " == *" $kind "* ]] && echo "there is a $kind"
done
left() {
	for k in "${!ids[@]}"; do
		bpftool ${k% *} show id ${k#* } >/dev/null 2>&1 && return 0
	done
	return 1
}
left && echo "the kernel has them"
kill -KILL "$pid"
wait "$pid" 2>/dev/null
SECONDS=0 # they are released some time after the process has ended
while left && [ $SECONDS -lt 25 ]; do :; done
left && echo "still there" || echo "the kernel has none of them"
# output:
# there is a prog
# there is a map
# the kernel has them
# the kernel has none of them
