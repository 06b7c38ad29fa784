/* SPDX-License-Identifier: BSD-2-Clause */
/* Every unit of time makes a probe that fires. */
/* flags: -q */

tick-50000000ns { n[0] = 1; }
tick-50000000nsec { n[1] = 1; }
tick-50000us { n[2] = 1; }
tick-50000usec { n[3] = 1; }
tick-50ms { n[4] = 1; }
tick-50msec { n[5] = 1; }
tick-20 { n[6] = 1; }
tick-20hz { n[7] = 1; }
tick-1s, tick-1sec, tick-1m, tick-1min, tick-1h, tick-1hour, tick-1d, tick-1day { later = 1; }

tick-10ms
/n[0] && n[1] && n[2] && n[3] && n[4] && n[5] && n[6] && n[7]/
{
	printf("%s:%s:%s:%s\n", probeprov, probemod, probefunc, probename);
	exit(0);
}
