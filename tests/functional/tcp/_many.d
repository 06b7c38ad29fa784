/* SPDX-License-Identifier: BSD-2-Clause */
/* A letter for each event of a connection, after the server's address and the client's port. */
#pragma D option quiet

/* A connection's two ends change their states ten times, the listener does twice. */
tcp:::state-change
/args[3]->tcps_lport == 7800 || args[3]->tcps_rport == 7800/
{
	changes++;
}

tcp:::connect-request
/args[3]->tcps_rport == 7800/
{
	printf("%s %d r\n", args[3]->tcps_raddr, args[3]->tcps_lport);
}

tcp:::connect-established
/args[3]->tcps_rport == 7800/
{
	printf("%s %d e\n", args[3]->tcps_raddr, args[3]->tcps_lport);
}

tcp:::accept-established
/args[3]->tcps_lport == 7800/
{
	printf("%s %d a\n", args[3]->tcps_laddr, args[3]->tcps_rport);
}

tcp:::state-change
/args[3]->tcps_rport == 7800 && args[3]->tcps_state == TCP_STATE_CLOSED/
{
	printf("%s %d c\n", args[3]->tcps_raddr, args[3]->tcps_lport);
}

tcp:::state-change
/args[3]->tcps_lport == 7800 && args[3]->tcps_rport != 0 &&
    args[3]->tcps_state == TCP_STATE_CLOSED && args[5]->tcps_state != TCP_STATE_SYN_RECEIVED/
{
	printf("%s %d s\n", args[3]->tcps_laddr, args[3]->tcps_rport);
}

/*
 * If a connection's ACK and its FIN arrive on two CPUs at the same time, the kernel makes a socket for
 * each. It sets the second one's state to SYN_RECEIVED, then to CLOSED.
 */
tcp:::state-change
/args[3]->tcps_lport == 7800 && args[3]->tcps_rport != 0 &&
    args[3]->tcps_state == TCP_STATE_CLOSED && args[5]->tcps_state == TCP_STATE_SYN_RECEIVED/
{
	surplus++;
}

END
{
	printf("changes %d\n", changes - 2 * surplus);
}
