/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */

/* A process does not fire what dtrace claims, unless its provider is named. */
BEGIN, END, tick-1s, profile-97, dtrace*:::BEGIN
/probeprov != "dtrace" && probeprov != "profile"/
{
	printf("%s fires %s\n", probeprov, probename);
}

forged$target:::
{
	@[probename] = count();
}

END
{
	printa("%s %@d\n", @);
}
/* output:
BEGIN 3
END 3
profile-97 3
tick-1s 3

*/
