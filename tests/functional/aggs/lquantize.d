/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = lquantize(-1, 0, 100, 30);
	@ = lquantize(0, 0, 100, 30);
	@ = lquantize(29, 0, 100, 30);
	@ = lquantize(30, 0, 100, 30);
	@ = lquantize(89, 0, 100, 30);
	@ = lquantize(90, 0, 100, 30);
	@ = lquantize(100, 0, 100, 30);
	@ = lquantize(9223372036854775807, 0, 100, 30);
	exit(0);
}
/* output:


           value  ------------- Distribution ------------- count    
             < 0 |@@@@@                                    1        
               0 |@@@@@@@@@@                               2        
              30 |@@@@@                                    1        
              60 |@@@@@                                    1        
           >= 90 |@@@@@@@@@@@@@@@                          3        

*/
