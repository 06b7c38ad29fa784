#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * locks.d - is a kernel lock held, and by whom? Here that of the memory map, at page faults.
 *
 * usage: locks.d -c COMMAND
 *
 *	  free                                                           2048
 */
#pragma D option quiet

sdt:exceptions::page_fault_user
/pid == $target/
{
	@[rw_write_held(&curthread->mm->mmap_lock) ? "held for writing" :
	    rw_read_held(&curthread->mm->mmap_lock) ? "held for reading" : "free"] = count();
}
