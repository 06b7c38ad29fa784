/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -qw */
/* engine: in the kernel, as its probes */
int done;

BEGIN
{
	@["x"] = count();
	clear(@);
	printa("%s %@d\n", @);

	@min["m"] = min(5);
	@max["m"] = max(-5);
	@avg["m"] = avg(5);
	@q["m"] = quantize(5);
	normalize(@q, 2);
	clear(@min);
	clear(@max);
	clear(@avg);
	clear(@q);
	printa("%s %@d %@d %@d\n", @min, @max, @avg);
	printa(@q);
	system("exec /bin/true");
}

/* The command runs after the clear: only later values count, and min() and max() start again. */
syscall::execve:entry
/progenyof($pid) && !done++/
{
	@["x"] = count();
	@["x"] = count();
	@min["m"] = min(7);
	@max["m"] = max(-7);
	@avg["m"] = avg(9);
	@q["m"] = quantize(100, 4);
	exit(0);
}

END
{
	printa("%s %@d\n", @);
	printa("%s %@d %@d %@d\n", @min, @max, @avg);
	printa("%s %@d\n", @q);
}
/* output:
x 0
m 0 0 0

  m                                                 
           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |                                         0        
               1 |                                         0        

x 2
m 7 -7 9
m 
           value  ------------- Distribution ------------- count    
              32 |                                         0        
              64 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
             128 |                                         0        


*/
