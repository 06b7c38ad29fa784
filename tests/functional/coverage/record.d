/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Arguments that a probe does not have are 0; rand() differs; tracemem() shows all, or the first n. */
BEGIN
{
	printf("%d %d\n", arg8, arg9);
	printf("%d %d\n", rand() == rand() && rand() == rand(), sizeof (rand()));
	this->p = (char *)alloca(32);
	this->p[0] = 65;
	this->p[2] = 7;
	this->p[17] = 66;
	this->n = 5;
	tracemem(this->p, 20);
	tracemem(this->p, 20, this->n);
	exit(0);
}
/* output:
0 0
0 4

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 41 00 07 00 00 00 00 00 00 00 00 00 00 00 00 00  A...............
        10: 00 42 00 00                                      .B..

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 41 00 07 00 00                                   A....

*/
