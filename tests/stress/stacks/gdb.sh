# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
# The stacks at some 1,500 instructions, as seven ways to compile make them, are those of gdb.
. "$SRCDIR/../../functional/stacks/_compare.sh"
for flags in "${ways[@]}"; do
	compare by_gdb $flags
done
echo "$total instructions, $different different"
[ "$total" -ge 1000 ] && [ "$different" = 0 ]
