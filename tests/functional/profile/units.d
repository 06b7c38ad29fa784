/* SPDX-License-Identifier: BSD-2-Clause */
/* Every unit of time makes a probe that fires. */
/* flags: -x nowarn -q */

tick-50000000ns { n |= 1; }
tick-50000000nsec { n |= 2; }
tick-50000us { n |= 4; }
tick-50000usec { n |= 8; }
tick-50ms { n |= 16; }
tick-50msec { n |= 32; }
tick-20 { n |= 64; }
tick-20hz { n |= 128; }
tick-1s, tick-1sec, tick-1m, tick-1min, tick-1h, tick-1hour, tick-1d, tick-1day { later = 1; }

tick-10ms
/n == 255/
{
	printf("%s:%s:%s:%s\n", probeprov, probemod, probefunc, probename);
	exit(0);
}
/* output:
profile:::tick-10ms

*/
