/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x strsize=3 -x nowarn */
/* Of two literals only as many characters are compared as strsize says. */
BEGIN
{
	printf("%d %d %d\n", "hello" == "help", "hello" == "hero", "hello" != "help");
	printf("%d %d %d %d\n", "hello" < "help", "hello" <= "help", "help" > "hello", "hello" < "hero");
	printf("%d %d %d\n", "he" == "hel", "he" < "hel", "" == "");
}

BEGIN
/"hello" == "help" && !("hello" == "hero")/
{
	exit(0);
}
/* output:
1 0 0
0 1 0 1
0 1 1

*/
