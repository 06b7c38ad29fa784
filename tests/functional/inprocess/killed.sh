# SPDX-License-Identifier: BSD-2-Clause
# Placer, tracer or both are killed at steps of the placer's order, or the target is. The target runs on, no call is lost, and
# nothing stays after a cleaning.
# timeout: 240
tests=${DTRACE%/*}/tests
"$tests/place-driver" faults "$tests/place-target" 2 1 i 3 2>/dev/null
"$tests/place-driver" faults "$tests/place-target" 2 2 s 11 2>/dev/null
"$tests/place-driver" kills "$tests/place-target" 2 2 . 15 2>/dev/null
"$tests/place-driver" deaths "$tests/place-target" 2 2 . 7 2>/dev/null
# output:
# ok
# ok
# ok
# ok
