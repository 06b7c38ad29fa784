/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d %5d|%-5d|%05d\n", 1, 2, 3, 4);
	printf("%x %X %o %#x %u\n", 255, 255, 8, 255, 4294967295);
	printf("%s|%10s|%-10s|%.2s\n", "abc", "abc", "abc", "abc");
	printf("%c%c %%\n", 'a', 98);
	printf("%*d|%d\n", 6, 42, -9223372036854775807 - 1);
	exit(0);
}
/* output:
1     2|3    |00004
ff FF 10 0xff 4294967295
abc|       abc|abc       |ab
ab %
    42|-9223372036854775808

*/
