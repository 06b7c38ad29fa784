# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
# The stacks at some 1,500 instructions, as seven ways to compile make them, are those of gdb.
. "$SRCDIR/../../functional/stacks/_compare.sh"
compare_all by_gdb
