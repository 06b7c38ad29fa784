# SPDX-License-Identifier: BSD-2-Clause
# What is read from a disk and written there: sysinfo's and vminfo's counters.
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
