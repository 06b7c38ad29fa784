# SPDX-License-Identifier: BSD-2-Clause
#
# -O prom and -O pprof remove only files that they have put into place. A FIFO without a reader, or whose reader does not read,
# does not stop tracing.
cd "$TMPDIR" || exit 1
trace() { # ARGUMENT…
	timeout -k 1 20 "$DTRACE" -q "$@" -n 'BEGIN { @n = count(); @s[stack()] = count(); exit(0); }' 2>&1 >/dev/null
	echo "status $?"
}
mknod device c 1 3
touch file
ln -s file link
mkfifo fifo
for target in new device link fifo; do
	trace -O prom=$target
	stat -c '%n: %F' $target 2>/dev/null
done
grep -c '^dtrace_n_total' file
trace -O pprof=fifo
exec 3<>fifo
trace -O prom=fifo
# output:
# status 0
# status 0
# device: character special file
# status 0
# link: symbolic link
# dtrace: failed to write fifo: No such device or address
# status 1
# fifo: fifo
# 1
# dtrace: failed to write fifo: No such device or address
# status 1
# status 0
