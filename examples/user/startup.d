#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * startup.d - what a program does before main(): evaltime=exec begins at its first instruction, in the dynamic linker.
 *
 * usage: dtrace -x evaltime=exec -s startup.d -c COMMAND
 *
 *	the linker looks for libraries
 *
 *	  files that the linker opens                                       2
 *	  mappings                                                          8
 */
#pragma D option quiet

syscall::openat:return
/pid == $target && errno == 0/
{
	@["files that the linker opens"] = count();
}

syscall::mmap:entry
/pid == $target/
{
	@["mappings"] = count();
}

syscall::openat:entry
/pid == $target && copyinstr(arg1) == "/etc/ld.so.cache"/
{
	printf("the linker looks for libraries\n");
}
