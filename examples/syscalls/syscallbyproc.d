#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syscallbyproc.d - system calls by program name; the shortest useful script.
 *
 * usage: syscallbyproc.d [-c COMMAND | -p PID]
 *
 *	  sh                                                                2
 *	  memfd:sealed-91                                                   6
 *	  dtrace                                                            7
 *	  act                                                              29
 *	  cc                                                               47
 *	  qemu-system-x86                                                  64
 *	  as                                                              122
 *	  caller                                                          501
 *	  cc1                                                            2091
 */
#pragma D option confine

syscall:::entry { @num[execname] = count(); }
