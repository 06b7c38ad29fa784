/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c $WORKLOAD */
/* Messages of a router, by their type. */
syscall::close:entry /pid == $target && (int)arg0 == -1000/ { net = curthread->nsproxy->net_ns; }
syscall::close:entry /pid == $target && (int)arg0 == -1001/ { net = NULL; }

mib:::icmpOut* /net && (struct net *)arg1 == net/
{
	@[probename] = sum(arg0);
}

END
{
	printa("%s %@d\n", @);
}
/* output:
icmpOutDestUnreachs 2
icmpOutFragNeeded 2
icmpOutMsgs 10
icmpOutParmProbs 4
icmpOutRedirects 1
icmpOutTimeExcds 3

*/
