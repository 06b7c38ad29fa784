# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# Records of two CPUs: in the order of their time, or (temporal=off) those of one CPU and then of the other.
if [ "$(nproc)" -lt 2 ]; then
	echo 'one CPU'
	exit 77
fi
for value in on off; do
	"$DTRACE" -q -x temporal=$value -x switchrate=60s -c "$WORKLOAD" \
		-n 'syscall::getpriority:entry /pid == $target/ { printf("%d ", arg1); }'
done
# output:
# 1 2 3 4 5 6 7 8 9 10 
# 1 3 5 7 9 2 4 6 8 10 
