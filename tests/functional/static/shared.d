/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* A description of several probes: args[] holds what all of them have alike. */
provider both {
	probe one(int first, int second) = dtrace:::BEGIN { 1, 2 };
	probe two(int first, char *second, int third) = dtrace:::BEGIN { 4, (char *)5, 6 };
};

both:::
{
	printf("%s %d\n", probename, args[0]);
}

both:::two
{
	printf("%s %d\n", probename, args[2]);
	exit(0);
}
/* output:
one 1
two 4
two 6

*/
