/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* args: 5ms */
/* Constants with units of time are nanoseconds. */
BEGIN
{
	start = timestamp;
	printf("%d %d %d %d\n", 1ns, 2us, 3ms, 4s);
	printf("%d %d %d\n", 1m / 1s, 1h / 1min, 1day / 1hour);
	printf("%d %d %d\n", $1, sizeof (1ns), -1ms);
}

BEGIN
/timestamp - start < 1h && 10sec / 100msec == 100/
{
	printf("within an hour\n");
	exit(0);
}
/* output:
1 2000 3000000 4000000000
60 60 24
5000000 8 -1000000
within an hour

*/
