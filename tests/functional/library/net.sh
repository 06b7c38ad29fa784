# SPDX-License-Identifier: BSD-2-Clause
# The structs of ip, tcp and udp, translated from what the tracepoints show.
"$DTRACE" -q -o "$TMPDIR/got" -c "$WORKLOADS/net" -n '
sdt:::net_dev_queue
/pid == $target && args[0]->sk != NULL && args[0]->sk->__sk_common.skc_family != AF_UNIX/
{
	this->header = args[0]->head + args[0]->transport_header;
	this->ip = xlate<ipinfo_t *>(args[0]);
	this->protocol = this->ip->ip_ver == 4 ?
	    xlate<ipv4info_t>(__packet_ip[args[0]]).ipv4_protocol :
	    xlate<ipv6info_t>(__packet_ip6[args[0]]).ipv6_nexthdr;
	this->udp = xlate<udpinfo_t>((struct udphdr *)this->header);
	this->udps = xlate<udpsinfo_t>(args[0]->sk);
	this->tcp = xlate<tcpinfo_t>((struct tcphdr *)this->header);
}

sdt:::net_dev_queue
/this->protocol == IPPROTO_UDP/
{
	printf("udp %d %s %s %d %s %d %d %d %d %d %d\n", this->ip->ip_ver, this->ip->ip_saddr,
	    this->ip->ip_daddr, this->ip->ip_plength, xlate<ifinfo_t>(args[0]->dev).if_name,
	    xlate<ifinfo_t>(args[0]->dev).if_local, this->udp.udp_sport, this->udp.udp_dport,
	    this->udp.udp_length, this->udps.udps_lport, this->udps.udps_rport);
}

sdt:::net_dev_queue
/this->protocol == IPPROTO_TCP && this->tcp.tcp_flags == TH_SYN/
{
	printf("syn %d %d %d %s %s\n", this->tcp.tcp_sport, this->tcp.tcp_dport,
	    this->tcp.tcp_offset >= 20, xlate<conninfo_t>(args[0]->sk).ci_local,
	    xlate<conninfo_t>(args[0]->sk).ci_remote);
}

sdt:::inet_sock_set_state
/pid == $target && arg2 == TCP_STATE_SYN_SENT/
{
	this->s = xlate<tcpsinfo_t>((struct sock *)args[0]);
	this->was = xlate<tcplsinfo_t>((int)arg1);
	printf("state %d %s %d %s %s %s\n", this->s.tcps_lport, this->s.tcps_laddr,
	    this->s.tcps_rport, this->s.tcps_raddr, tcp_state_string[this->was.tcps_state],
	    tcp_state_string[arg2]);
}' > "$TMPDIR/want"
diff <(sed '/^$/d' "$TMPDIR/got") "$TMPDIR/want" && grep -c 127.0.0.1 "$TMPDIR/want"
# output:
# 3
