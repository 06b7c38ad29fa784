# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# kernel_asflt: the program itself reads a string where the kernel has no memory, once for each call. (A number may be looked at
# twice.)
"$DTRACE" -qc "getppids 1 20" -n '
	syscall::getppid:entry /pid == $target && calls < 5/ { calls++; ignored = strlen(stringof((char *)0xffff800000001000)); }
	vminfo:::kernel_asflt /pid == $target/ { faults += arg0; }
	dtrace:::ERROR { errors++; }
	END { printf("kernel_asflt %d, errors %d", faults, errors); }' 2>/dev/null
# output:
# kernel_asflt 5, errors 5
