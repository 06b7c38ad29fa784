# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
# The stacks at some 1,500 instructions, as seven ways to compile make them, are those of gdb.
. "$SRCDIR/../../functional/stacks/_gdb.sh"
for flags in -O0 -O1 -O2 -O3 -Os "-O2 -fno-omit-frame-pointer" "-O2 -fcf-protection=none -fno-shrink-wrap"; do
	compare $flags
done
echo "$total instructions, $different different"
[ "$total" -ge 1000 ] && [ "$different" = 0 ]
