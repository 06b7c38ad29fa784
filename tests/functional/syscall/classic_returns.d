/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x compat=classic -c $WORKLOAD */
/*
 * A return of an old name fires for the calls that its entry fires for, though the script has no
 * clause at entry.
 */
syscall::dup:entry
/pid == $target && arg0 == 10001/
{
	started = 1;
}

syscall::creat:return /started && pid == $target/ { @["creat"] = count(); }
syscall::stat:return /started && pid == $target/ { @["stat"] = count(); }
syscall::lstat:return /started && pid == $target/ { @["lstat"] = count(); }
syscall::fstat:return /started && pid == $target/ { @["fstat"] = count(); }
syscall::*stat*:return /started && pid == $target && probefunc == "newfstatat"/ { @["*stat*"] = count(); }
syscall::unlink:return /started && pid == $target/ { @["unlink"] = count(); }
syscall::rmdir:return /started && pid == $target/ { @["rmdir"] = count(); }
syscall::utime:entry /started && pid == $target/ { @["utime, entry"] = count(); }
syscall::utime:return /started && pid == $target/ { @["utime"] = count(); }
syscall::fork:return /started && pid == $target/ { @["fork"] = count(); }
syscall::forksys:return /started && pid == $target/ { @["forksys"] = count(); }
syscall::fork*:return /started && pid == $target/ { @["fork*"] = count(); }
syscall::vfork:return /started && pid == $target/ { @["vfork"] = count(); }
syscall::lwp_create:return /started && pid == $target && tid == $target/ { @["lwp_create"] = count(); }

END
{
	printa("%s: %@d\n", @);
}
/* output:
creat: 1
fstat: 1
lstat: 1
lwp_create: 1
rmdir: 1
stat: 1
unlink: 1
utime: 1
utime, entry: 1
vfork: 1
fork: 2
*stat*: 3
fork*: 3
forksys: 3

*/
