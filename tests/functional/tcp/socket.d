/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "twohosts tcp:4 tcp:6" */
/*
 * A socket's facts about its connection: timeouts in milliseconds, sequence numbers as in the
 * segments.
 */
tcp:::state-change
/args[3]->tcps_state == TCP_STATE_SYN_SENT && args[3]->tcps_rport > 7800 && args[3]->tcps_rport < 7810/
{
	printf("%d: rto %d, irs %d, active %d\n", args[3]->tcps_rport, args[3]->tcps_rto, args[3]->tcps_irs, args[3]->tcps_active);
}

/* The segment is the SYN. */
tcp:::connect-request
/args[3]->tcps_rport > 7800 && args[3]->tcps_rport < 7810/
{
	printf("connects: %d %d\n", args[3]->tcps_iss == args[4]->tcp_seq, args[3]->tcps_active);
}

/* The segment is the peer's SYN. */
tcp:::connect-established
/args[3]->tcps_rport > 7800 && args[3]->tcps_rport < 7810/
{
	printf("connected: %d %d %d %d %d %d\n", args[3]->tcps_irs == args[4]->tcp_seq,
	    args[3]->tcps_iss == args[4]->tcp_ack - 1, args[3]->tcps_active,
	    args[3]->tcps_rnxt == args[4]->tcp_seq + 1, args[3]->tcps_suna == args[4]->tcp_ack,
	    args[3]->tcps_sack_fack == args[3]->tcps_suna);
	began[args[3]->tcps_rport] = args[4]->tcp_seq;
}

/* The segment is what follows the peer's SYN. */
tcp:::accept-established
/args[3]->tcps_lport > 7800 && args[3]->tcps_lport < 7810/
{
	printf("accepted: %d %d %d\n", args[3]->tcps_irs == args[4]->tcp_seq - 1,
	    args[3]->tcps_iss == args[4]->tcp_ack - 1, args[3]->tcps_active);
}

/* 5 bytes were sent meanwhile, 3 have come. */
tcp:::state-change
/args[3]->tcps_state == TCP_STATE_FIN_WAIT_1 && args[3]->tcps_rport > 7800 && args[3]->tcps_rport < 7810/
{
	this->rto = args[3]->tcps_rto;
	printf("at the end: %d %d %d %d\n", args[3]->tcps_irs == began[args[3]->tcps_rport],
	    args[3]->tcps_snxt - args[3]->tcps_iss,
	    args[3]->tcps_rnxt - args[3]->tcps_irs, this->rto >= 200 && this->rto <= 120000);
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSE_WAIT && args[3]->tcps_lport > 7800 && args[3]->tcps_lport < 7810/
{
	printf("at the other end: %d %d %d\n", args[3]->tcps_active, args[3]->tcps_snxt - args[3]->tcps_iss,
	    args[3]->tcps_suna - args[3]->tcps_iss);
}
/* output:
7801: rto 1000, irs 0, active 1
connects: 1 1
connected: 1 1 1 1 1 1
accepted: 1 1 0
at the end: 1 6 4 1
at the other end: 0 4 4
7802: rto 1000, irs 0, active 1
connects: 1 1
connected: 1 1 1 1 1 1
accepted: 1 1 0
at the end: 1 6 4 1
at the other end: 0 4 4

*/
