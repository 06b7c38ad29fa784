/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TCP: tcpinfo_t is a segment's header, tcpsinfo_t the state of a connection, tcplsinfo_t its state
 * before. Numbers are in host byte order, tcp_offset and windows in bytes, tcps_rto in milliseconds,
 * tcps_rtt and tcps_rtt_sd in microseconds.
 *
 * Decision: docs/dev/decisions/0072-active-open-by-backlog.md
 */
#pragma D depends_on library ip.d

inline string tcp_state_string[int state] =
    state == TCP_STATE_ESTABLISHED ? "state-established" :
    state == TCP_STATE_SYN_SENT ? "state-syn-sent" :
    state == TCP_STATE_SYN_RECEIVED || state == 12 ? "state-syn-received" :
    state == TCP_STATE_FIN_WAIT_1 ? "state-fin-wait-1" :
    state == TCP_STATE_FIN_WAIT_2 ? "state-fin-wait-2" :
    state == TCP_STATE_TIME_WAIT ? "state-time-wait" :
    state == TCP_STATE_CLOSED ? "state-closed" :
    state == TCP_STATE_CLOSE_WAIT ? "state-close-wait" :
    state == TCP_STATE_LAST_ACK ? "state-last-ack" :
    state == TCP_STATE_LISTEN ? "state-listen" :
    state == TCP_STATE_CLOSING ? "state-closing" : "<unknown>";

typedef struct tcpinfo {
	uint16_t tcp_sport; /* The port that it comes from. */
	uint16_t tcp_dport; /* The port that it goes to. */
	uint32_t tcp_seq; /* The number of its first byte. */
	uint32_t tcp_ack; /* The number of the byte that the sender expects next. */
	uint8_t tcp_offset; /* How many bytes the header has. */
	uint8_t tcp_flags; /* TH_SYN, TH_ACK, TH_FIN … */
	uint16_t tcp_window; /* The window, before it is scaled. */
	uint16_t tcp_checksum; /* The checksum. */
	uint16_t tcp_urgent; /* The urgent pointer. */
	struct tcphdr *tcp_hdr; /* The kernel's struct tcphdr. */
} tcpinfo_t;

/* The flags are the 14th byte of the header. */
translator tcpinfo_t < struct tcphdr *T > {
	tcp_sport = T == NULL ? 0 : ntohs(T->source);
	tcp_dport = T == NULL ? 0 : ntohs(T->dest);
	tcp_seq = T == NULL ? 0 : ntohl(T->seq);
	tcp_ack = T == NULL ? 0 : ntohl(T->ack_seq);
	tcp_offset = T == NULL ? 0 : T->doff << 2;
	tcp_flags = T == NULL ? 0 : *((uint8_t *)T + 13);
	tcp_window = T == NULL ? 0 : ntohs(T->window);
	tcp_checksum = T == NULL ? 0 : ntohs(T->check);
	tcp_urgent = T == NULL ? 0 : ntohs(T->urg_ptr);
	tcp_hdr = T;
};

typedef struct tcpsinfo {
	uintptr_t tcps_addr; /* The kernel's struct sock. */
	int tcps_local; /* 1 if both ends have one address, else 0. */
	int tcps_active; /* 1 if this end opens or has opened the connection; 0 if it was accepted. */
	uint16_t tcps_lport; /* The port of this end. */
	uint16_t tcps_rport; /* The port of the other end. */
	string tcps_laddr; /* The address of this end, as text. */
	string tcps_raddr; /* The address of the other end, as text. */
	int32_t tcps_state; /* TCP_STATE_ESTABLISHED …; tcp_state_string[] has the text. */
	uint32_t tcps_iss; /* The number that this end began with, 0 until it is known. */
	uint32_t tcps_irs; /* The number that the other end began with, 0 until it is known. */
	uint32_t tcps_suna; /* The number of the first byte that is sent and not acknowledged. */
	uint32_t tcps_snxt; /* The number of the next byte to send. */
	uint32_t tcps_rack; /* The number up to which what was received is acknowledged. */
	uint32_t tcps_rnxt; /* The number of the next byte to receive. */
	uint32_t tcps_swnd; /* The window of the other end: bytes beyond tcps_suna. */
	int32_t tcps_snd_ws; /* The scale of the other end's window, in bits. */
	uint32_t tcps_rwnd; /* How many bytes this end takes. */
	int32_t tcps_rcv_ws; /* The scale of the other end's window, in bits. */
	uint32_t tcps_cwnd; /* The congestion window, in bytes. */
	uint32_t tcps_cwnd_ssthresh; /* The congestion window at which slow start ends, in bytes. */
	uint32_t tcps_sack_fack; /* The number of the last byte that was acknowledged selectively. */
	uint32_t tcps_sack_snxt; /* The same as tcps_snxt. */
	uint32_t tcps_rto; /* The timeout after which a segment is sent again, in milliseconds. */
	uint32_t tcps_mss; /* The largest segment that is sent, in bytes. */
	int tcps_retransmit; /* 1 while a retransmitted segment is not acknowledged, else 0. */
	uint32_t tcps_rtt; /* The smoothed time until an acknowledgement arrives, in microseconds. */
	uint32_t tcps_rtt_sd; /* How much that varies, in microseconds. */
} tcpsinfo_t;

/* The two halves of an address of a socket or packet; an IPv4 address is ::ffff:a.b.c.d. */
inline uint64_t __half_of_ip4[uint32_t address] = ((uint64_t)address << 32) | 0xffff0000;
inline uint64_t __local_high[struct sock *S] = S->__sk_common.skc_family == AF_INET ? 0 :
    *(uint64_t *)&S->__sk_common.skc_v6_rcv_saddr;
inline uint64_t __local_low[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    __half_of_ip4[S->__sk_common.skc_rcv_saddr] :
    *((uint64_t *)&S->__sk_common.skc_v6_rcv_saddr + 1);
inline uint64_t __remote_high[struct sock *S] = S->__sk_common.skc_family == AF_INET ? 0 :
    *(uint64_t *)&S->__sk_common.skc_v6_daddr;
inline uint64_t __remote_low[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    __half_of_ip4[S->__sk_common.skc_daddr] : *((uint64_t *)&S->__sk_common.skc_v6_daddr + 1);
inline uint32_t __socket_ports[struct sock *S] =
    (ntohs(((struct inet_sock *)S)->inet_sport) << 16) + ntohs(S->__sk_common.skc_dport);
inline uint64_t __to_high[struct iphdr *I] =
    __header_is_ip4[I] ? 0 : *(uint64_t *)((char *)I + 24);
inline uint64_t __to_low[struct iphdr *I] =
    __header_is_ip4[I] ? __half_of_ip4[I->daddr] : *(uint64_t *)((char *)I + 32);
inline uint64_t __from_high[struct iphdr *I] = __header_is_ip4[I] ? 0 : *(uint64_t *)((char *)I + 8);
inline uint64_t __from_low[struct iphdr *I] =
    __header_is_ip4[I] ? __half_of_ip4[I->saddr] : *(uint64_t *)((char *)I + 16);
inline uint32_t __arrived_ports[struct iphdr *I] =
    (ntohs(__packet_tcp[I]->dest) << 16) + ntohs(__packet_tcp[I]->source);

/*
 * An incomplete handshake and a connection in TIME-WAIT have small sockets with ports, addresses and the
 * state only. Congestion windows count segments. The local port comes from inet_sport, which remains when a
 * connection ends; skc_num is reset then.
 */
inline int __tcp_is_whole[struct sock *S] = S != NULL && S->__sk_common.skc_state != 12 &&
    S->__sk_common.skc_state != TCP_STATE_TIME_WAIT;
inline struct tcp_sock *__tcp_whole[struct sock *S] = (struct tcp_sock *)S;

/*
 * An accepted socket is a copy of the listening one, so its backlog is not 0, except after listen(fd, 0).
 */
inline int __tcp_is_active[struct sock *S] = __tcp_is_whole[S] &&
    S->__sk_common.skc_state != TCP_STATE_LISTEN && S->sk_max_ack_backlog == 0;

translator tcpsinfo_t < struct sock *S > {
	tcps_addr = (uintptr_t)S;
	tcps_local = S == NULL ? 0 : S->__sk_common.skc_family == AF_INET ?
	    S->__sk_common.skc_daddr == S->__sk_common.skc_rcv_saddr :
	    __local_high[S] == __remote_high[S] && __local_low[S] == __remote_low[S];
	tcps_lport = __tcp_is_whole[S] ? ntohs(((struct inet_sock *)S)->inet_sport) :
	    S == NULL ? 0 : S->__sk_common.skc_num;
	tcps_rport = S == NULL ? 0 : ntohs(S->__sk_common.skc_dport);
	tcps_laddr = S == NULL ? "<unknown>" : __socket_local[S];
	tcps_raddr = S == NULL ? "<unknown>" : __socket_remote[S];
	tcps_state = S == NULL ? TCP_STATE_CLOSED : S->__sk_common.skc_state;
	tcps_active = __tcp_is_active[S];
	/* bytes_acked counts the SYN of the end that opens the connection, and not that of the other. */
	tcps_iss = !__tcp_is_whole[S] || __tcp_whole[S]->snd_una == 0 ? 0 :
	    __tcp_whole[S]->snd_una - (uint32_t)__tcp_whole[S]->bytes_acked - !__tcp_is_active[S];
	tcps_irs = !__tcp_is_whole[S] || __tcp_whole[S]->rcv_nxt == 0 ? 0 :
	    __tcp_whole[S]->rcv_nxt - (uint32_t)__tcp_whole[S]->bytes_received - 1;
	tcps_suna = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_una;
	tcps_snxt = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_nxt;
	tcps_rack = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->rcv_wup;
	tcps_rnxt = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->rcv_nxt;
	tcps_swnd = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_wnd;
	tcps_snd_ws = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->rx_opt.snd_wscale;
	tcps_rwnd = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->rcv_wnd;
	tcps_rcv_ws = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->rx_opt.rcv_wscale;
	tcps_cwnd = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_cwnd * __tcp_whole[S]->mss_cache;
	tcps_cwnd_ssthresh = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_ssthresh * __tcp_whole[S]->mss_cache;
	tcps_sack_fack = !__tcp_is_whole[S] ? 0 :
	    __tcp_whole[S]->sacked_out == 0 ? __tcp_whole[S]->snd_una :
	    __tcp_whole[S]->highest_sack == NULL ? __tcp_whole[S]->snd_nxt :
	    ((struct tcp_skb_cb *)__tcp_whole[S]->highest_sack->cb)->seq;
	tcps_sack_snxt = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->snd_nxt;
	tcps_rto = !__tcp_is_whole[S] ? 0 :
	    ((struct inet_connection_sock *)S)->icsk_rto * __host_tick / 1000000;
	tcps_mss = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->mss_cache;
	tcps_retransmit = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->retrans_out != 0;
	tcps_rtt = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->srtt_us >> 3;
	tcps_rtt_sd = !__tcp_is_whole[S] ? 0 : __tcp_whole[S]->mdev_us >> 2;
};

typedef struct tcplsinfo {
	int32_t tcps_state; /* The state before: TCP_STATE_SYN_SENT … */
} tcplsinfo_t;

translator tcplsinfo_t < int N > {
	tcps_state = N;
};

/* At a change of state, argument 1 of the probe is the new state; the socket still has the old one. */
struct tcp_entering;
translator tcpsinfo_t < struct tcp_entering *S > : (struct sock *)S {
	tcps_state = arg1;
};

inline int __packet_is_tcp[struct iphdr *I] = __header_protocol[I] == IPPROTO_TCP;
inline struct tcphdr *__packet_tcp[struct iphdr *I] = (struct tcphdr *)__header_end[I];
inline int __packet_flags[struct iphdr *I] = *(uint8_t *)(__header_end[I] + 13);
inline int __tcp_is_sent[struct sk_buff *B] = __packet_is_made[B] &&
    __packet_carries[B, __packet_ip[B], IPPROTO_TCP, sizeof (struct tcphdr)];
inline int __tcp_is_received[struct sk_buff *B] = __packet_is_mine[B] &&
    __packet_carries[B, __arrived_ip[B], IPPROTO_TCP, sizeof (struct tcphdr)];

/*
 * TCP answers a segment without a connection from a socket that belongs to no process and has no other end.
 */
inline struct sock *__tcp_sender[struct sk_buff *B] =
    B->sk == NULL || B->sk->__sk_common.skc_dport == 0 ? NULL : B->sk;

/*
 * The socket of a segment is not known when the segment arrives. Therefore sockets are recorded when they
 * send and when their connection is established, and removed when it ends. A segment of a handshake is
 * recorded until the handshake is complete.
 */
/*
 * Connections and segments of TCP.
 *
 *	tcp:::accept-established { @[args[3]->tcps_raddr] = count(); }
 */
provider tcp {
	/* Places that scripts of other systems name. */
	alias ip:tcp_*:*;

	sdt:net::net_dev_queue
	/__tcp_is_sent[args[0]] && __tcp_is_whole[__tcp_sender[args[0]]] &&
	args[0]->sk->__sk_common.skc_state != TCP_STATE_CLOSED/
	{
		this->s = args[0]->sk;
		if (!socks[(uintptr_t)this->s->__sk_common.skc_net.net, __socket_ports[this->s],
		    __local_high[this->s], __local_low[this->s],
		    __remote_high[this->s], __remote_low[this->s]])
			socks[(uintptr_t)this->s->__sk_common.skc_net.net, __socket_ports[this->s],
			    __local_high[this->s], __local_low[this->s],
			    __remote_high[this->s], __remote_low[this->s]] = this->s;
	}

	sdt:sock::inet_sock_set_state
	/args[2] == TCP_STATE_ESTABLISHED && args[0]->sk_protocol == IPPROTO_TCP/
	{
		socks[(uintptr_t)args[0]->__sk_common.skc_net.net, __socket_ports[args[0]],
		    __local_high[args[0]], __local_low[args[0]],
		    __remote_high[args[0]], __remote_low[args[0]]] = (struct sock *)args[0];
	}

	sdt:net::netif_receive_skb
	/__tcp_is_received[args[0]]/
	{
		this->i = __arrived_ip[args[0]];
		this->flags = __packet_flags[this->i] & (TH_SYN | TH_RST | TH_FIN | TH_ACK);
		this->known = socks[(uintptr_t)args[0]->dev->nd_net.net, __arrived_ports[this->i],
		    __to_high[this->i], __to_low[this->i],
		    __from_high[this->i], __from_low[this->i]] != NULL;
		if (this->known ? this->flags & (TH_SYN | TH_RST) : this->flags == TH_ACK)
			segments[(uintptr_t)args[0]->dev->nd_net.net, __arrived_ports[this->i],
			    __to_high[this->i], __to_low[this->i],
			    __from_high[this->i], __from_low[this->i]] = args[0];
	}

	sdt:sock::inet_sock_set_state
	/args[2] == TCP_STATE_ESTABLISHED && args[0]->sk_protocol == IPPROTO_TCP/
	{
		this->segment = segments[(uintptr_t)args[0]->__sk_common.skc_net.net,
		    __socket_ports[args[0]], __local_high[args[0]], __local_low[args[0]],
		    __remote_high[args[0]], __remote_low[args[0]]];
		this->header = this->segment == NULL ? NULL : __packet_ip[this->segment];
	}

	sdt:tcp::tcp_receive_reset
	{
		this->segment = segments[(uintptr_t)args[0]->__sk_common.skc_net.net,
		    __socket_ports[args[0]], __local_high[args[0]], __local_low[args[0]],
		    __remote_high[args[0]], __remote_low[args[0]]];
		this->header = this->segment == NULL ? NULL : __packet_ip[this->segment];
	}

	/* A connection changes its state; args[3] has the new state, args[5] the old one. */
	probe state__change(struct tcp_entering *S, int to, struct sock *C, int from, void *none) :
	    (void *none, csinfo_t *C, void *none, tcpsinfo_t *S, void *none, tcplsinfo_t *from) =
	    sdt:sock::inet_sock_set_state /args[0]->sk_protocol == IPPROTO_TCP/
		{ (struct tcp_entering *)args[0], args[2], (struct sock *)args[0], args[1], NULL };

	/* The first SYN of an opened connection is sent. */
	probe connect__request(struct sk_buff *B, struct sock *S, struct iphdr *I,
	    struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:net::net_dev_queue
	    /__tcp_is_sent[args[0]] &&
	    (__packet_flags[__packet_ip[args[0]]] & (TH_SYN | TH_ACK)) == TH_SYN &&
	    args[0]->sk != NULL && __tcp_whole[args[0]->sk]->total_retrans == 0/
		{ args[0], args[0]->sk, __packet_ip[args[0]], __packet_tcp[__packet_ip[args[0]]] };

	/* The RST of a port without a listener is sent. */
	probe accept__refused(struct sk_buff *B, struct sock *S, struct iphdr *I,
	    struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:net::net_dev_queue
	    /__tcp_is_sent[args[0]] &&
	    (__packet_flags[__packet_ip[args[0]]] & (TH_RST | TH_ACK)) == (TH_RST | TH_ACK) &&
	    __packet_tcp[__packet_ip[args[0]]]->seq == 0 && __tcp_sender[args[0]] == NULL/
		{ args[0], NULL, __packet_ip[args[0]], __packet_tcp[__packet_ip[args[0]]] };

	/* A segment is handed to a network device. */
	probe send(struct sk_buff *B, struct sock *S, struct ip_packet *I, struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:net::net_dev_queue /__tcp_is_sent[args[0]]/
		{ args[0], __tcp_sender[args[0]], (struct ip_packet *)__packet_ip[args[0]],
		  __packet_tcp[__packet_ip[args[0]]] };

	/* A segment for this machine arrives from a network device. */
	probe receive(struct sk_buff *B, struct sock *S, struct ip_packet *I, struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:net::netif_receive_skb /__tcp_is_received[args[0]]/
		{ args[0], socks[(uintptr_t)args[0]->dev->nd_net.net,
		  __arrived_ports[__arrived_ip[args[0]]],
		  __to_high[__arrived_ip[args[0]]], __to_low[__arrived_ip[args[0]]],
		  __from_high[__arrived_ip[args[0]]], __from_low[__arrived_ip[args[0]]]],
		  (struct ip_packet *)__arrived_ip[args[0]], __packet_tcp[__arrived_ip[args[0]]] };

	/* The SYN+ACK of an opened connection arrives. */
	probe connect__established(struct tcp_entering *S, int to, struct sock *C,
	    struct sk_buff *B, struct iphdr *I, struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:sock::inet_sock_set_state
	    /args[1] == TCP_STATE_SYN_SENT && args[2] == TCP_STATE_ESTABLISHED &&
	    args[0]->sk_protocol == IPPROTO_TCP/
		{ (struct tcp_entering *)args[0], args[2], (struct sock *)args[0],
		  this->segment, this->header,
		  this->header == NULL ? NULL : __packet_tcp[this->header] };

	/* The last ACK of an accepted connection arrives. */
	probe accept__established(struct tcp_entering *S, int to, struct sock *C,
	    struct sk_buff *B, struct iphdr *I, struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:sock::inet_sock_set_state
	    /args[1] == TCP_STATE_SYN_RECEIVED && args[2] == TCP_STATE_ESTABLISHED &&
	    args[0]->sk_protocol == IPPROTO_TCP/
		{ (struct tcp_entering *)args[0], args[2], (struct sock *)args[0],
		  this->segment, this->header,
		  this->header == NULL ? NULL : __packet_tcp[this->header] };

	probe retransmit() = "use sdt:tcp::tcp_retransmit_skb, which fires when a segment is sent again";

	/* The RST of an attempted connection arrives. */
	probe connect__refused(struct sk_buff *B, struct sock *S, struct iphdr *I,
	    struct tcphdr *T) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, tcpsinfo_t *S, tcpinfo_t *T) =
	    sdt:tcp::tcp_receive_reset
	    /args[0]->__sk_common.skc_state == TCP_STATE_SYN_SENT/
		{ this->segment, args[0], this->header,
		  this->header == NULL ? NULL : __packet_tcp[this->header] };

	sdt:sock::inet_sock_set_state
	/args[2] == TCP_STATE_CLOSED && args[0]->sk_protocol == IPPROTO_TCP/
	{
		socks[(uintptr_t)args[0]->__sk_common.skc_net.net, __socket_ports[args[0]],
		    __local_high[args[0]], __local_low[args[0]],
		    __remote_high[args[0]], __remote_low[args[0]]] = 0;
	}

	sdt:sock::inet_sock_set_state
	/(args[2] == TCP_STATE_ESTABLISHED || args[2] == TCP_STATE_CLOSED) &&
	args[0]->sk_protocol == IPPROTO_TCP/
	{
		segments[(uintptr_t)args[0]->__sk_common.skc_net.net, __socket_ports[args[0]],
		    __local_high[args[0]], __local_low[args[0]],
		    __remote_high[args[0]], __remote_low[args[0]]] = 0;
	}
};
