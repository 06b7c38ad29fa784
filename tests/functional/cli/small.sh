# SPDX-License-Identifier: BSD-2-Clause
# A small stack is enough to read files; what is no file of text ends with a sentence, and nothing waits.
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
