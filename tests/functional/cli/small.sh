# SPDX-License-Identifier: BSD-2-Clause
# A small stack is enough to read files; for anything but a text file dtrace prints a sentence and exits,
# without waiting.
. "$SRCDIR/_common.sh"
echo 'BEGIN { printf("%d\n", EINTR); exit(0); }' > script.d
(
	ulimit -s 64
	show "$DTRACE" -q -s script.d
	show "$DTRACE" -q -C -s script.d
	show "$DTRACE" -q -s - < script.d
)
mkfifo fifo
show "$DTRACE" -q -s fifo | grep -v '^2>  '
show "$DTRACE" -q -s /dev/zero
show "$DTRACE" -q -s /proc/self/mem
mkdir library
mkfifo library/fifo.d
ln -s /dev/zero library/zero.d
show "$DTRACE" -q -L library -n 'BEGIN { printf("%d\n", EINTR); exit(0); }'
"$DTRACE" -q -s <(cat script.d)
# output:
# $ dtrace -q -s script.d
# 4
#
# [0]
# $ dtrace -q -C -s script.d
# 4
#
# [0]
# $ dtrace -q -s -
# 4
#
# [0]
# $ dtrace -q -s fifo
# 2> dtrace: failed to read fifo: no process writes to this FIFO
# [1]
# $ dtrace -q -s /dev/zero
# 2> dtrace: failed to read /dev/zero: it is a device
# [1]
# $ dtrace -q -s /proc/self/mem
# 2> dtrace: failed to read /proc/self/mem: Input/output error
# [1]
# $ dtrace -q -L library -n BEGIN { printf("%d\n", EINTR); exit(0); }
# 4
#
# [0]
# 4
#
