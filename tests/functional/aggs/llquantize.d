/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = llquantize(0, 10, 0, 2, 10);
	@ = llquantize(1, 10, 0, 2, 10);
	@ = llquantize(9, 10, 0, 2, 10);
	@ = llquantize(10, 10, 0, 2, 10);
	@ = llquantize(19, 10, 0, 2, 10);
	@ = llquantize(20, 10, 0, 2, 10);
	@ = llquantize(99, 10, 0, 2, 10);
	@ = llquantize(100, 10, 0, 2, 10);
	@ = llquantize(999, 10, 0, 2, 10);
	@ = llquantize(1000, 10, 0, 2, 10);
	@ = llquantize(123456, 10, 0, 2, 10);
	exit(0);
}
/* output:


           value  ------------- Distribution ------------- count    
             < 1 |@@@@                                     1        
               1 |@@@@                                     1        
               2 |                                         0        
               3 |                                         0        
               4 |                                         0        
               5 |                                         0        
               6 |                                         0        
               7 |                                         0        
               8 |                                         0        
               9 |@@@@                                     1        
              10 |@@@@@@@                                  2        
              20 |@@@@                                     1        
              30 |                                         0        
              40 |                                         0        
              50 |                                         0        
              60 |                                         0        
              70 |                                         0        
              80 |                                         0        
              90 |@@@@                                     1        
             100 |@@@@                                     1        
             200 |                                         0        
             300 |                                         0        
             400 |                                         0        
             500 |                                         0        
             600 |                                         0        
             700 |                                         0        
             800 |                                         0        
             900 |@@@@                                     1        
         >= 1000 |@@@@@@@                                  2        

*/
