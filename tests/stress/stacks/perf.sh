# SPDX-License-Identifier: BSD-2-Clause
# timeout: 900
# The stacks at some 1,500 instructions, as seven ways to compile make them, are those of `perf record --call-graph dwarf`,
# but for a few that are larger than what it copies.
. "$SRCDIR/../../functional/stacks/_compare.sh"
compare_all by_perf
