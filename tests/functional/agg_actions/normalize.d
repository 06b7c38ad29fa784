/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@["x"] = sum(1000);
	normalize(@, 10);
	printa("%s %@d\n", @);
	denormalize(@);
	printa("%s %@d\n", @);

	/*
	 * The last normalize() counts; it divides printed values, not the sums that later firings
	 * add to.
	 */
	@negative = sum(-1000);
	normalize(@negative, 10);
	normalize(@negative, 3);
	printa("%@d\n", @negative);
	@negative = sum(1);
	printa("%@d\n", @negative);
	normalize(@negative, -9);
	printa("%@d\n", @negative);

	@avg = avg(100);
	@avg = avg(101);
	normalize(@avg, 7);
	@dev = stddev(100);
	@dev = stddev(300);
	normalize(@dev, 10);
	@min = min(99);
	normalize(@min, 10);
	printa("%@d %@d %@d\n", @avg, @dev, @min);

	/* Of a distribution the counts alone are divided, not the bars. */
	@q = quantize(4, 30);
	@q = quantize(100, 10);
	normalize(@q, 10);
	printa(@q);
	denormalize(@q);
	printa(@q);
	exit(0);
}
/* output:
x 100
x 1000
-333
-333
111
14 10 9


           value  ------------- Distribution ------------- count    
               2 |                                         0        
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           3        
               8 |                                         0        
              16 |                                         0        
              32 |                                         0        
              64 |@@@@@@@@@@                               1        
             128 |                                         0        



           value  ------------- Distribution ------------- count    
               2 |                                         0        
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           30       
               8 |                                         0        
              16 |                                         0        
              32 |                                         0        
              64 |@@@@@@@@@@                               10       
             128 |                                         0        


*/
