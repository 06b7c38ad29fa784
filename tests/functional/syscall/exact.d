/* SPDX-License-Identifier: BSD-2-Clause */
/* Not one firing is lost or counted twice, while another program preempts this one. */
/* flags: -q -c $WORKLOAD */

syscall:?64:getppid:entry
/pid == $target/
{
	@count = count();
	@sum = sum(3);
	@avg = avg(5);
	@min = min(7);
	@max = max(7);
	@quantize = quantize(9);
	@per_thread[tid] = count();
	@per_process[pid == $target] = sum(1);
}

profile-4999
{
	@elsewhere[cpu] = count();
}

END
{
	printa("count %@d\n", @count);
	printa("sum %@d\n", @sum);
	printa("avg %@d\n", @avg);
	printa("min %@d", @min);
	printa(" max %@d\n", @max);
	printa(@quantize);
	printa("process %@d\n", @per_process);
	printa("thread %@d\n", @per_thread);
	trunc(@elsewhere);
}
/* output:
count 4000000
sum 12000000
avg 5
min 7 max 7


           value  ------------- Distribution ------------- count    
               4 |                                         0        
               8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 4000000  
              16 |                                         0        

process 4000000
thread 1000000
thread 1000000
thread 1000000
thread 1000000

*/
