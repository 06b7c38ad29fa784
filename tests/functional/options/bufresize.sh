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
