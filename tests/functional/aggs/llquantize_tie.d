/* SPDX-License-Identifier: BSD-2-Clause */
/* Of two histograms with equal sums, that with less in the bucket that weighs 0 comes first. */
/* flags: -q */
BEGIN
{
	@["aa"] = llquantize(0, 10, 0, 2, 10, 3);
	@["bb"] = llquantize(0, 10, 0, 2, 10, 2);
	@["cc"] = llquantize(0, 10, 0, 2, 10);
	@l["aa"] = lquantize(0, 1, 5, 1, 2);
	@l["bb"] = lquantize(0, 1, 5, 1);
	exit(0);
}
/* output:

  cc                                                
           value  ------------- Distribution ------------- count    
             < 1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               1 |                                         0        

  bb                                                
           value  ------------- Distribution ------------- count    
             < 1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
               1 |                                         0        

  aa                                                
           value  ------------- Distribution ------------- count    
             < 1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        
               1 |                                         0        

  bb                                                
           value  ------------- Distribution ------------- count    
             < 1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               1 |                                         0        

  aa                                                
           value  ------------- Distribution ------------- count    
             < 1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
               1 |                                         0        

*/
