# SPDX-License-Identifier: BSD-2-Clause
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
