/* SPDX-License-Identifier: BSD-2-Clause */
/* The ids of a program that publishes them: in each state of the record, in threads, in children, after an exec. */
/* engine: in the kernel, as its probes */
/* flags: -q -c $WORKLOAD */
syscall::getppid:entry
/progenyof($target)/
{
	printf("%d [%s] [%s]\n", arg0, traceid, spanid);
}
/* output:
10 [] []
11 [a0a1a2a3a4a5a6a7a8a9aaabacadaeaf] [99928b847d766f68]
12 [] []
12 [] []
13 [] []
14 [] []
15 [090a0b0c0d0e0f101112131415161718] [02fbf4ede6dfd8d1]
20 [] []
21 [d0d1d2d3d4d5d6d7d8d9dadbdcdddedf] [c9c2bbb4ada69f98]
22 [090a0b0c0d0e0f101112131415161718] [02fbf4ede6dfd8d1]
30 [090a0b0c0d0e0f101112131415161718] [02fbf4ede6dfd8d1]
31 [e0e1e2e3e4e5e6e7e8e9eaebecedeeef] [d9d2cbc4bdb6afa8]
32 [e0e1e2e3e4e5e6e7e8e9eaebecedeeef] [d9d2cbc4bdb6afa8]
10 [] []

*/
