# SPDX-License-Identifier: BSD-2-Clause
# _compare.sh describes the comparison; tests/stress/stacks/gdb.sh compares more.
[ -z "$DT_GUEST" ] || { echo "hundreds of stops of a debugger take minutes in a guest"; exit 77; }
. "$SRCDIR/_compare.sh"
compare by_gdb -O2
[ "$total" -ge 100 ] && [ "$different" = 0 ] && echo "equal to gdb's"
# output:
# equal to gdb's
