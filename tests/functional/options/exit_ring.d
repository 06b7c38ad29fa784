/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* status: 5 */
/* With bufpolicy=ring, too, exit() ends tracing at once. */
#pragma D option bufpolicy=ring
tick-10ms
{
	n++;
}
tick-10ms
/n == 3/
{
	printf("three\n");
	exit(5);
}
END
{
	printf("end %d\n", n);
}
/* output:
three
end 3

*/
