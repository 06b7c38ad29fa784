# SPDX-License-Identifier: BSD-2-Clause
# timeout: 900
# The stacks at some 1,500 instructions of programs compiled in seven ways are those of `perf record --call-graph
# dwarf`, except for a few that are larger than perf copies.
. "$SRCDIR/../../functional/stacks/_compare.sh"
compare_all by_perf
