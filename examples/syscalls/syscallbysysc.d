#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syscallbysysc.d - system calls by name, the commonest last.
 *
 * usage: syscallbysysc.d [-c COMMAND | -p PID]
 *
 *	  epoll_ctl                                                         1
 *	  epoll_wait                                                        1
 *	  execve                                                            1
 *	  exit_group                                                        1
 *	  faccessat2                                                        1
 *	  pipe2                                                             1
 *	  ptrace                                                            1
 *	  vfork                                                             1
 *	  getrandom                                                         2
 *	  poll                                                              2
 */
#pragma D option confine

syscall:::entry
{
	@num[probefunc] = count();
}
