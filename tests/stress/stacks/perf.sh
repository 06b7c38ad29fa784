# SPDX-License-Identifier: BSD-2-Clause
# timeout: 900
# The stacks at some 1,500 instructions, as seven ways to compile make them, are those of `perf record --call-graph dwarf`,
# but for a few that are larger than what it copies.
. "$SRCDIR/../../functional/stacks/_compare.sh"
for flags in "${ways[@]}"; do
	compare by_perf $flags
done
echo "$total instructions, $different different"
[ "$total" -ge 1000 ] && [ "$different" = 0 ]
