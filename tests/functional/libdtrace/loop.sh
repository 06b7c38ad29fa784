# SPDX-License-Identifier: BSD-2-Clause
# The descriptor of a session is readable when there is something to do, and at no other time.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -pthread -g -I ../../../include -o "$TMPDIR/loop" _loop.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/loop" || echo "status $?"
# output:
# no session: -1
# idle: yes
# idle: yes
# idle: yes
# thread: readable
# signal: readable
# later: not
# before the start: readable
# immediate: yes
# 1 record
# targets: done
# afterwards: readable
# nested: 1 record
# switchrate: 1 record
# exit in BEGIN: done
# exit, fill: done
# after the end: done
# after the stop: not readable, done
# ticks: 2 records or more
