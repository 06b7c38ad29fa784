# SPDX-License-Identifier: BSD-2-Clause
# Code comes and goes in programs that run. Each call is counted once, each result is right, each byte is restored.
tests=${DTRACE%/*}/tests
driver=$tests/place-driver
cycles() { # SITES THREADS FLAGS CYCLES
	printf '%s: ' "$*"
	"$driver" cycles "$tests/place-target" "$@" 2>/dev/null || echo "status $?"
}
cycles 3 1 . 20
cycles 3 8 . 10
cycles 1000 2 . 5
cycles 3 3 s 10  # signals on alternate stacks
cycles 3 2 f 10  # forks
cycles 3 2 v 10  # vforks
cycles 3 2 t 10  # short threads
cycles 3 2 i 10  # a system call that stops interrupt
cycles 3 2 z 10  # the first thread has ended
# output:
# 3 1 . 20: ok
# 3 8 . 10: ok
# 1000 2 . 5: ok
# 3 3 s 10: ok
# 3 2 f 10: ok
# 3 2 v 10: ok
# 3 2 t 10: ok
# 3 2 i 10: ok
# 3 2 z 10: ok
