#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# Processes that are no targets: one that has opened its library before dtrace begins, and one that starts later.
dialect=gnu2
[ "$CALLS" = x64 ] || dialect=desc
gcc -O1 -fPIC -shared -DLARGE=100000 -mtls-dialect=$dialect "$SRCDIR/_traceid_library.c" -o "$TMPDIR/large.so" || exit 1
"$WORKLOADS/traceid_library" "$TMPDIR/large.so" &
before=$!
trap 'kill $before 2>/dev/null' EXIT
"$DTRACE" -q -w -n '
	syscall::getppid:entry /execname == "traceid_library" && arg0 == 9 && traceid != ""/ { raise(SIGUSR1); }
	syscall::getppid:entry /execname == "traceid_library" && arg0 < 9 && arg0 > 1/ { @[arg0, traceid] = count(); }' \
	-c "sh -c '$WORKLOADS/traceid_library $TMPDIR/large.so; tail --pid=$before -f /dev/null'"
wait $before
# output:
#
#                 2  a0a1a2a3a4a5a6a7a8a9aaabacadaeaf                                  2
#                 3  d0d1d2d3d4d5d6d7d8d9dadbdcdddedf                                  2
#                 4                                                                    2
#                 5                                                                    2
