# SPDX-License-Identifier: BSD-2-Clause
# _gdb.sh says what is compared; tests/stress/stacks/gdb.sh compares more.
[ -z "$DT_GUEST" ] || { echo "hundreds of stops of a debugger take minutes in a guest"; exit 77; }
. "$SRCDIR/_gdb.sh"
compare -O2
[ "$total" -ge 100 ] && [ "$different" = 0 ] && echo "equal to gdb's"
