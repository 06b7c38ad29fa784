/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c $WORKLOAD */
/* Counters of calls, processes and threads. */
syscall::close:entry /pid == $target && (int)arg0 == -1000/ { counting = 1; }
syscall::close:entry /pid == $target && (int)arg0 == -1001/ { counting = 0; }

sysinfo:::sysread, sysinfo:::readch, sysinfo:::syswrite, sysinfo:::writech, sysinfo:::sysexec, sysinfo:::msg,
sysinfo:::sema, sysinfo:::sysfork, sysinfo:::sysvfork, sysinfo:::nthreads, sysinfo:::procovf
/counting && (pid == $target || ppid == $target)/
{
	@[probename] = sum(args[0]);
}

END
{
	printa("%s %@d\n", @);
}
/* output:
msg 3
nthreads 16
procovf 2
readch 83
sema 3
sysexec 2
sysfork 9
sysread 11
sysvfork 3
syswrite 8
writech 77

*/
