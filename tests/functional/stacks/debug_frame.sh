# SPDX-License-Identifier: BSD-2-Clause
# A program whose functions have no .eh_frame is unwound by .debug_frame, which may be compressed, or in a
# separate debug file; without both, its stack ends with a ?, or early.
whole() # PROGRAM
{
	"$DTRACE" -q -c "$1" -n 'syscall::getppid:entry /pid == $target/ { ustack(100); }' |
		awk -F'[`+]' '/debug_frame`/ { printf "%s ", $2 } END { print "" }'
}

whole "$WORKLOAD"
objcopy --compress-debug-sections "$WORKLOAD" "$TMPDIR/debug_frame"
readelf -SW "$TMPDIR/debug_frame" | grep -q 'debug_frame.* C ' || echo "it is not compressed"
whole "$TMPDIR/debug_frame"
mkdir "$TMPDIR/.debug"
objcopy --only-keep-debug "$WORKLOAD" "$TMPDIR/.debug/kept"
objcopy --strip-debug --add-gnu-debuglink="$TMPDIR/.debug/kept" "$WORKLOAD" "$TMPDIR/debug_frame"
readelf -SW "$TMPDIR/debug_frame" | grep -q ' \.debug_frame ' && echo "it is not separate"
whole "$TMPDIR/debug_frame"
strip -g "$WORKLOAD" -o "$TMPDIR/debug_frame"
[ "$(whole "$TMPDIR/debug_frame")" != "$(whole "$WORKLOAD")" ] && echo "not without it"
# output:
# inner busy scratch main _start 
# inner busy scratch main _start 
# inner busy scratch main _start 
# not without it
