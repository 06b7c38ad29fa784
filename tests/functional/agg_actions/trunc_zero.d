/* SPDX-License-Identifier: BSD-2-Clause */
/* engine: in the kernel, as its probes */
/*
 * A key that trunc() removed is there again after any update, though it add nothing: the command
 * of system() runs when the trunc()s before it are done.
 */
/* flags: -qw */
int done;

BEGIN
{
	@sum["a"] = sum(5);
	@sum["gone"] = sum(5);
	@one[1] = sum(1);
	@q["a"] = quantize(3);
	@l["a"] = lquantize(3, 0, 10);
	@ll["a"] = llquantize(3, 10, 0, 1, 10);
	@min["a"] = min(7);
	@max["a"] = max(-7);
	@none = sum(5);
	trunc(@sum);
	trunc(@one);
	trunc(@q);
	trunc(@l);
	trunc(@ll);
	trunc(@min);
	trunc(@max);
	trunc(@none);
	system("exec /bin/true");
}

syscall::execve:entry
/progenyof($pid) && !done/
{
	done = 1;
	@sum["a"] = sum(done - 1);
	@sum["new"] = sum(0);
	@one[2] = sum(done - 1);
	@q["a"] = quantize(3, 0);
	@l["a"] = lquantize(3, 0, 10, 1, 0);
	@ll["a"] = llquantize(3, 10, 0, 1, 10, 0);
	@min["a"] = min(7);
	@max["a"] = max(-7);
	@none = sum(0);
	exit(0);
}

END
{
	printa("%s %@d\n", @sum);
	printa("%d %@d\n", @one);
	printa("%s %@d\n", @q);
	printa("%s %@d\n", @l);
	printa("%s %@d\n", @ll);
	printa("%s %@d\n", @min);
	printa("%s %@d\n", @max);
	printa("%@d\n", @none);
	printf("again\n");
	trunc(@sum, 1);
	printa("%s %@d\n", @sum);
}
/* output:
a 0
new 0
2 0
a 
           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |                                         0        
               1 |                                         0        

a 
           value  ------------- Distribution ------------- count    
             < 0 |                                         0        
               0 |                                         0        
               1 |                                         0        

a 
           value  ------------- Distribution ------------- count    
             < 1 |                                         0        
               1 |                                         0        
               2 |                                         0        

a 7
a -7
0
again
new 0

*/
