/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* pswitch and inv_swtch are what the kernel counts for the thread. */
syscall::close:entry
/pid == $target && (int)arg0 == -1000/
{
	voluntary = curthread->nvcsw;
	involuntary = curthread->nivcsw;
	counting = 1;
}

sysinfo:::pswitch /counting && pid == $target/ { all += args[0]; }
sysinfo:::inv_swtch /counting && pid == $target/ { forced += args[0]; }

syscall::close:entry
/pid == $target && (int)arg0 == -1001/
{
	counting = 0;
	voluntary = curthread->nvcsw - voluntary;
	involuntary = curthread->nivcsw - involuntary;
}

END
{
	printf("pswitch: %d too many; inv_swtch: %d too many; enough: %d\n", all - voluntary - involuntary,
	    forced - involuntary, voluntary >= 5 && involuntary >= 3);
}
/* output:
pswitch: 0 too many; inv_swtch: 0 too many; enough: 1

*/
