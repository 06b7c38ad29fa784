# SPDX-License-Identifier: BSD-2-Clause
# Code comes and goes in programs that run. Each call is counted once, each result is right, each byte is restored.
# timeout: 240
tests=${DTRACE%/*}/tests
driver=$tests/place-driver
cycles() { # SITES THREADS FLAGS CYCLES
	printf '%s: ' "$*"
	"$driver" cycles "$tests/place-target" "$@" 2>/dev/null || echo "status $?"
}
cycles 4 1 . 10
cycles 4 8 . 4
cycles 1000 2 . 2
cycles 4 3 s 5  # signals on alternate stacks
cycles 4 2 f 5  # forks
cycles 4 2 v 5  # vforks
cycles 4 2 V 2   # vforks whose children live for some time
cycles 4 2 t 5  # short threads
cycles 4 2 i 5  # a system call that stops interrupt
cycles 4 2 r 5  # restartable sequences
cycles 4 2 c 2   # a filter of system calls
cycles 4 2 z 5  # the first thread has ended
cycles 4 2 x 10  # executes itself
printf 'by ptrace(2) alone: '
DT_PLACE_POKE=1 "$driver" cycles "$tests/place-target" 4 2 . 2 2>/dev/null
printf 'stopped: '
"$driver" stopped "$tests/place-target" 4 2 . 2>/dev/null
# output:
# 4 1 . 10: ok
# 4 8 . 4: ok
# 1000 2 . 2: ok
# 4 3 s 5: ok
# 4 2 f 5: ok
# 4 2 v 5: ok
# 4 2 V 2: ok
# 4 2 t 5: ok
# 4 2 i 5: ok
# 4 2 r 5: ok
# 4 2 c 2: ok
# 4 2 z 5: ok
# 4 2 x 10: ok
# by ptrace(2) alone: ok
# stopped: ok
