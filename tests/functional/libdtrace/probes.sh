# SPDX-License-Identifier: BSD-2-Clause
# Probes as data: names, arguments, stability, mechanism, and why a probe is unavailable.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wno-unused-parameter -I ../../../include -o "$TMPDIR/probes" _probes.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/probes" 'BEGIN { trace(1); }' 'io:::start /args[0]->b_bcount/ { @ = count(); }' 'syscall:'$CALLS':fstat:entry' 'syscall:'$CALLS':execve:entry { printf("%d", pid); }' \
	'syscall::fsta:entry' 'vminfo:::swapin' 'kprobe:vfs_read'
