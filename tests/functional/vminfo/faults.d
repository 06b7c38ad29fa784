/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: zero-page x86-64 */
/* flags: -q -c $WORKLOAD */
/* as_fault, prot_fault and zfod of pages that are first read, then written. */
syscall::close:entry
/pid == $target && (int)arg0 <= -1000 && (int)arg0 >= -1002/
{
	reads = (int)arg0 == -1000;
	writes = (int)arg0 == -1001;
	round += reads;
}

vminfo:::as_fault /pid == $target && round == 2 && reads/ { as_read += args[0]; }
vminfo:::as_fault /pid == $target && round == 2 && writes/ { as_written += args[0]; }
vminfo:::prot_fault /pid == $target && round == 2 && reads/ { prot_read += arg0; }
vminfo:::prot_fault /pid == $target && round == 2 && writes/ { prot_written += arg0; }
vminfo:::zfod /pid == $target && round == 2 && reads/ { zero_read += arg0; }
vminfo:::zfod /pid == $target && round == 2 && writes/ { zero_written += arg0; }

END
{
	printf("read: as_fault %d, prot_fault %d, zfod %d\n", as_read, prot_read, zero_read);
	printf("written: as_fault %d, prot_fault %d, zfod %d\n", as_written, prot_written, zero_written);
}
/* output:
read: as_fault 300, prot_fault 0, zfod 0
written: as_fault 300, prot_fault 300, zfod 300

*/
