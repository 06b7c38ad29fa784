# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# -x cpu also holds for system calls, which are attached once for all CPUs.
[ "$(nproc)" -gt 1 ] || { echo "needs two CPUs"; exit 77; }
for cpu in 0 1; do
	"$DTRACE" -qx cpu=0 -n 'syscall::dup3:entry /pid == $target && (int)arg0 == -10/ { n++; }
		END { printf("%d\n", n); }' -c "$WORKLOADS/dup 1000 $cpu" 2> /dev/null | grep .
done
for how in "" -e; do
	"$DTRACE" -qx cpu=8191 $how -n 'BEGIN { exit(0); }' 2>&1; echo "no such CPU: $?"
done
# output:
# 1000
# 0
# dtrace: -x cpu=8191: the machine has no such CPU online
# no such CPU: 1
# dtrace: -x cpu=8191: the machine has no such CPU online
# no such CPU: 1
