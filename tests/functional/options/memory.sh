# SPDX-License-Identifier: BSD-2-Clause
#
# -v states the memory of the kernel that tracing takes; it grows with the sizes that are asked for.
buffers()
{
	"$DTRACE" -vq -x bufsize=$1 -n 'BEGIN { @[pid] = count(); exit(0); }' 2>&1 > /dev/null |
		sed -n 's/^dtrace: memory: \([0-9]*\) KB for the buffers of .* KB for state, at most .*/\1/p'
}
echo $(($(buffers 1m) / $(buffers 64k)))
# output:
# 16
