/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = quantize(0);
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(3);
	@ = quantize(4);
	@ = quantize(-1);
	@ = quantize(1024);
	@ = quantize(1024);
	@ = quantize(7, 5);
	exit(0);
}
/* output:


           value  ------------- Distribution ------------- count    
              -2 |                                         0        
              -1 |@@@                                      1        
               0 |@@@                                      1        
               1 |@@@                                      1        
               2 |@@@@@@                                   2        
               4 |@@@@@@@@@@@@@@@@@@                       6        
               8 |                                         0        
              16 |                                         0        
              32 |                                         0        
              64 |                                         0        
             128 |                                         0        
             256 |                                         0        
             512 |                                         0        
            1024 |@@@@@@                                   2        
            2048 |                                         0        

*/
