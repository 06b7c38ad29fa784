# SPDX-License-Identifier: BSD-2-Clause
# At 12 instructions, any of them, the stacks are those that perf unwinds of copies; tests/stress/stacks/perf.sh looks at all.
[ -z "$DT_GUEST" ] || { echo "removing the events of perf takes minutes in a guest"; exit 77; }
command -v perf >/dev/null || { echo "perf is not installed"; exit 77; }
. "$SRCDIR/_compare.sh"
PLACES_MAX=12
compare by_perf -O2
[ "$total" -ge 9 ] && [ "$different" = 0 ] && echo "equal to perf's"
# output:
# equal to perf's
