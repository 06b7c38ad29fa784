/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */

int enabled;

/* An aggregation without keys is there once it was updated, be it by nothing; not before. */
BEGIN
{
	@sum = sum(0);
	@cancelled = sum(3);
	@cancelled = sum(-3);
	@avg = avg(0);
	@stddev = stddev(0);
	@min = min(0);
	@max = max(0);
	@lowest = max(-9223372036854775807 - 1);
	@quantize = quantize(1, 0);
	@lquantize = lquantize(1, 0, 3, 1, 0);
	@llquantize = llquantize(1, 10, 0, 1, 10, 0);
}

END
{
	@never = sum(0);
}

BEGIN
/enabled/
{
	@unreached = sum(1);
	@nothing = quantize(1, 1);
}

BEGIN
{
	printf("updated\n");
	printa("sum %@d\n", @sum);
	printa("cancelled %@d\n", @cancelled);
	printa("avg %@d\n", @avg);
	printa("stddev %@d\n", @stddev);
	printa("min %@d\n", @min);
	printa("max %@d\n", @max);
	printa("lowest %@d\n", @lowest);
	printa("quantize %@d\n", @quantize);
	printa("lquantize %@d\n", @lquantize);
	printa("llquantize %@d\n", @llquantize);
	printa("unreached %@d\n", @unreached);
	printa("nothing %@d\n", @nothing);
	printa("never %@d\n", @never);

	printf("cleared\n");
	clear(@sum);
	clear(@unreached);
	printa("sum %@d\n", @sum);
	printa("unreached %@d\n", @unreached);

	printf("truncated\n");
	trunc(@sum);
	trunc(@quantize);
	printa("sum %@d\n", @sum);
	printa("quantize %@d\n", @quantize);
	exit(0);
}
/* output:
updated
sum 0
cancelled 0
avg 0
stddev 0
min 0
max 0
lowest -9223372036854775808
quantize 
           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |                                         0        
               1 |                                         0        

lquantize 
           value  ------------- Distribution ------------- count    
             < 0 |                                         0        
               0 |                                         0        
               1 |                                         0        

llquantize 
           value  ------------- Distribution ------------- count    
             < 1 |                                         0        
               1 |                                         0        
               2 |                                         0        

cleared
sum 0
truncated

*/
