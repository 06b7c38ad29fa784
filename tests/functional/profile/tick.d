/* SPDX-License-Identifier: BSD-2-Clause */
/* tick fires on one CPU, for the first time one period after tracing begins, and never early. */
/* flags: -q */

BEGIN
{
	begin = timestamp;
	before = -1;
}

tick-50ms
{
	n++;
	early += timestamp - begin < n * 50000000 - 1000000;
	moved += before != -1 && before != cpu;
	before = cpu;
}

tick-50ms
/n == 8/
{
	printf("%d ticks, %d early, %d on another CPU\n", n, early, moved);
	exit(0);
}
/* output:
8 ticks, 0 early, 0 on another CPU

*/
