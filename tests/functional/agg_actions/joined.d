/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Several aggregations in one printa(): a line for each key of any of them, 0 where one has none,
 * sorted by the first; conversions of keys and values in any order, the last aggregation repeats.
 */
BEGIN
{
	@n["a", 1] = count();
	@n["b", 2] = count();
	@n["b", 2] = count();
	@min["c", 3] = min(-7);
	@max["a", 1] = max(-5);
	@avg["b", 2] = avg(-7);
	@avg["b", 2] = avg(2);
	@dev["d", 4] = stddev(3);
	@dev["d", 4] = stddev(7);
	printa("%s %d: %@d %@d %@d %@d %@d %@d\n", @n, @min, @max, @avg, @dev);
	printa("%@x %@u in %-3s|\n", @avg, @n);
	printa("%@5d%@-5d%5s%-5d|\n", @n, @max);
	printa(@n, @min, @max);
	printa("keys only: %s\n", @n);
	printa("%@d\n", @n, @n);

	@q["a", 1] = quantize(3);
	printa("%s %@d %@d\n", @n, @q);

	normalize(@n, 2);
	clear(@max);
	trunc(@avg);
	printa("%s %d: %@d %@d %@d\n", @n, @max, @avg);
	exit(0);
}
/* output:
c 3: 0 -7 0 0 0 0
d 4: 0 0 0 0 2 2
a 1: 1 0 -5 0 0 0
b 2: 2 0 0 -2 0 0
fffffffffffffffe 2 in b  |
0 1 in a  |
    1-5       a1    |
    20        b2    |

  c                                                         3                0               -7                0
  a                                                         1                1                0               -5
  b                                                         2                2                0                0
keys only: a
keys only: b
1
2
a 1 
           value  ------------- Distribution ------------- count    
               1 |                                         0        
               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               4 |                                         0        

b 2 
           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |                                         0        
               1 |                                         0        

a 1: 0 0 0
b 2: 1 0 0

*/
