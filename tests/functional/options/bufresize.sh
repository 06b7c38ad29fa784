# SPDX-License-Identifier: BSD-2-Clause
#
# Sizes that the machine has no memory for are lowered, or (manual) refused. Compiles only, with the
# address space limited, so that memory is short everywhere.
ulimit -v 3000000
for option in bufsize=2g specsize=2g dynvarsize=100g aggsize=100g; do
	for more in bufresize=auto quietresize=on bufresize=manual; do
		"$DTRACE" -e -x nowarn -x $option -x $more -n 'BEGIN { a["x"] = 1; @["x"] = count(); }' 2>&1 |
			sed 's/to [0-9]*[kmg]$/to N/'
	done
done
# output:
# dtrace: buffer size lowered to N
# dtrace: could not enable tracing: Enabling exceeds size of buffer: the buffer size of 2g needs more memory than is available
# dtrace: speculation size lowered to N
# dtrace: could not enable tracing: Enabling exceeds size of buffer: the speculation size of 2g needs more memory than is available
# dtrace: dynamic variable size lowered to N
# dtrace: could not enable tracing: Enabling exceeds size of buffer: the dynamic variable size of 100g needs more memory than is available
# dtrace: aggregation size lowered to N
# dtrace: could not enable tracing: Enabling exceeds size of buffer: the aggregation size of 100g needs more memory than is available
