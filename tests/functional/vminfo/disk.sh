# SPDX-License-Identifier: BSD-2-Clause
# Reads from and writes to a disk: sysinfo's and vminfo's counters.
. ./_disk.sh
disk 16m
"$DTRACE" -qc "$WORKLOADS/disk $disk" -x aggsortkey -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { counting = 1; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { counting = 0; }
	sysinfo:::bread, sysinfo:::bwrite, sysinfo:::bawrite, sysinfo:::lwrite,
	vminfo:::pgin, vminfo:::pgpgin, vminfo:::pgout, vminfo:::pgpgout
	/counting && pid == $target/
	{
		@[probename] = sum(args[0]);
	}
	END { printa("%s %@d\n", @); }'
# output:
# bawrite 2
# bread 3
# bwrite 7
# lwrite 2
# pgin 3
# pgout 7
# pgpgin 9
# pgpgout 12
#
