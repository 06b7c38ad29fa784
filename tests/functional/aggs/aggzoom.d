/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggzoom */
BEGIN
{
	/* The largest count has 38 of 40 columns, the others in proportion. */
	@ = quantize(1, 100);
	@ = quantize(2, 50);
	@ = quantize(4, 10);
	@l = lquantize(1, 0, 3, 1, -100);
	@l = lquantize(2, 0, 3, 1, 50);
	exit(0);
}

END
{
	printa("by format:%@d", @);
}
/* output:
by format:
           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@   100      
               2 |@@@@@@@@@@@@@@@@@@@                      50       
               4 |@@@@                                     10       
               8 |                                         0        


           value  ------------- Distribution ------------- count    
               0                     |                     0        
               1  @@@@@@@@@@@@@@@@@@@|                     -100     
               2                     |@@@@@@@@@@           50       
            >= 3                     |                     0        

*/
