/* flags: -q */
/*
 * Values of more than 32 KB are one for all CPUs: they are read and truncated as others.
 */
BEGIN
{
	@["a"] = lquantize(3, 0, 5000, 1);
	@["b"] = lquantize(7, 0, 5000, 1);
	@["c"] = lquantize(9, 0, 5000, 1, 2);
	@["d"] = lquantize(9, 0, 5000, 1, 5);
	printa(@);
	exit(0);
}

END
{
	trunc(@, 1);
}
/* output:

  a                                                 
           value  ------------- Distribution ------------- count    
               2 |                                         0        
               3 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               4 |                                         0        

  b                                                 
           value  ------------- Distribution ------------- count    
               6 |                                         0        
               7 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               8 |                                         0        

  c                                                 
           value  ------------- Distribution ------------- count    
               8 |                                         0        
               9 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
              10 |                                         0        

  d                                                 
           value  ------------- Distribution ------------- count    
               8 |                                         0        
               9 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 5        
              10 |                                         0        


*/
