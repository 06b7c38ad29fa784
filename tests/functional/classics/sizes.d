/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Sizes of writes by powers of ten, and their squares, which do not fit into 32 bits (idiom:
 * integers of a machine word without declarations).
 */
#pragma D option quiet

BEGIN
{
	least = 0;
	most = 0;
}

syscall::getppid:entry
/pid == $target/
{
	begun = 1;
}

syscall::write:entry
/begun && pid == $target/
{
	this->n = arg2 * 100;
	@square = sum(this->n * this->n);
	@size = llquantize(arg2, 10, 0, 3, 10);
	least = least == 0 || arg2 < least ? arg2 : least;
	most = arg2 > most ? arg2 : most;
}

END
{
	printf("%d to %d\n", least, most);
	printa("%@d\n", @square);
	printa("%@d\n", @size);
}
/* output:
1 to 1000
10101010000

           value  ------------- Distribution ------------- count    
             < 1 |                                         0        
               1 |@@@@@@@@@@                               1        
               2 |                                         0        
               3 |                                         0        
               4 |                                         0        
               5 |                                         0        
               6 |                                         0        
               7 |                                         0        
               8 |                                         0        
               9 |                                         0        
              10 |@@@@@@@@@@                               1        
              20 |                                         0        
              30 |                                         0        
              40 |                                         0        
              50 |                                         0        
              60 |                                         0        
              70 |                                         0        
              80 |                                         0        
              90 |                                         0        
             100 |@@@@@@@@@@                               1        
             200 |                                         0        
             300 |                                         0        
             400 |                                         0        
             500 |                                         0        
             600 |                                         0        
             700 |                                         0        
             800 |                                         0        
             900 |                                         0        
            1000 |@@@@@@@@@@                               1        
            2000 |                                         0        


*/
