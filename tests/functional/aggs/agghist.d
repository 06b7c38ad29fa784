/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x agghist */
BEGIN
{
	/* Bars are parts of the total; two keys make two columns. */
	@calls["read", 3] = sum(10);
	@calls["write", 12345] = sum(25);
	@calls["a call with a long name", 0] = sum(5);
	/* The signs of the values decide the position of the axis. */
	@both[1] = sum(-5);
	@both[2] = sum(5);
	@both[3] = sum(40);
	@less["x"] = sum(-1);
	@less["y"] = sum(-3);
	/* Only the numbers are normalised. */
	@norm["n"] = sum(1000);
	@norm["m"] = sum(1);
	normalize(@norm, 10);
	/* Without keys or without a single number there is nothing to compare: the default form. */
	@ = count();
	@most["k"] = max(7);
	@several["a"] = count();
	@other["a"] = count();
	printa(@several, @other);
	printa("%s %@d\n", @less);
	exit(0);
}
/* output:

  a                                                                 1                1
y -3
x -1


                          key  ------------- Distribution ------------- count    
a call with a long name     0 |@@@@@                                    5        
                   read     3 |@@@@@@@@@@                               10       
                  write 12345 |@@@@@@@@@@@@@@@@@@@@@@@@@                25       

             key  ------------- Distribution ------------- count    
               1                   @@|                     -5       
               2                     |@@                   5        
               3                     |@@@@@@@@@@@@@@@@     40       

             key  ------------- Distribution ------------- count    
               m |                                         0        
               n |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 100      
                1
  k                                                                 7
*/
