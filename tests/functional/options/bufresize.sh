# SPDX-License-Identifier: BSD-2-Clause
#
# Rings that the machine has no memory for are made smaller, or (manual) refused. Compiles only.
available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
if [ $(($(nproc) * 2097152)) -le $((available / 2)) ]; then
	echo "this machine has the memory for the largest rings"
	exit 77
fi
"$DTRACE" -e -x bufsize=2g -n 'BEGIN { trace(1); }' 2>&1 | sed 's/to [0-9]*[kmg]$/to N/'
"$DTRACE" -e -x bufsize=2g -x bufresize=manual -n 'BEGIN { trace(1); }' 2>&1 | sed 's/: [0-9]* CPUs.*//'
