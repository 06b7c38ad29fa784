/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * TCP traffic by connection (idiom: an array by the connection's number, strings of translated
 * arguments as keys).
 */
#pragma D option quiet

tcp:::accept-established, tcp:::connect-established
{
	begun[args[1]->cs_cid] = timestamp;
}

tcp:::send, tcp:::receive
{
	@bytes[args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

tcp:::state-change
/begun[args[1]->cs_cid] && args[3]->tcps_state == TCP_STATE_CLOSED/
{
	@life = quantize((timestamp - begun[args[1]->cs_cid]) / 1000000);
	begun[args[1]->cs_cid] = 0;
}

tick-10s
{
	trunc(@bytes, 20);
	printa("%16s %5d %16s %5d %@10d\n", @bytes);
	clear(@bytes);
}
/* output:
*/
