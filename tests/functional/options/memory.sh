# SPDX-License-Identifier: BSD-2-Clause
#
# -v states the kernel memory that tracing takes; it grows with the requested sizes.
buffers()
{
	"$DTRACE" -vq -x bufsize=$1 -n 'BEGIN { @[pid] = count(); exit(0); }' 2>&1 > /dev/null |
		sed -n 's/^dtrace: memory: \([0-9]*\) KB for the buffers of .* KB for state, at most .*/\1/p'
}
echo $(($(buffers 1m) / $(buffers 64k)))
# output:
# 16
