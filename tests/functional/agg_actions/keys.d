/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* engine: in the kernel, for stack() */
/*
 * The default form: each kind of key in its width, values last; sorted by value, then by key,
 * comparing integers without sign. Aggregations that no printa() names are printed at the end.
 */
enum color { RED, GREEN } color;

BEGIN
{
	color = GREEN;
	@kinds[(char)-1, (short)-2, -3, -4LL, "text", color, (void *)0x10, sym(0), (uint8_t)200] = count();
	printa(@kinds);

	@order[-1] = sum(5);
	@order[1] = sum(5);
	@order[0] = sum(5);
	@order[7] = sum(-5);
	@order[8] = sum(100);
	printa(@order);

	@text["b", 2] = count();
	@text["b", 1] = count();
	@text["", 3] = count();
	@text["\377", 0] = count();
	@text["a", 9] = count();
	printa(@text);

	@stacks[stack(1), 1] = count();
	@none = sum(-9223372036854775807);
	printa(@none);
	@histogram["a", 1] = quantize(1);
	printa(@histogram);

	@last = count();
	@first[3] = max(-2);
	exit(0);
}

END
{
	printa("not the stack: %@d\n", @stacks);
}
/* output:

  -1    -2       -3               -4  text                                                      1               16  0x0                                                200                1

        7               -5
        0                5
        1                5
       -1                5
        8              100

                                                            3                1
  a                                                         9                1
  b                                                         1                1
  b                                                         2                1
  \xff                                                         0                1

 -9223372036854775807

  a                                                         1
           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               2 |                                         0        

not the stack: 1

                1
        3               -2
*/
