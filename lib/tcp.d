/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TCP: tcpinfo_t is a segment's header, tcpsinfo_t the state of a connection, tcplsinfo_t its state
 * before. Numbers are in host byte order, tcp_offset and windows in bytes, tcps_rtt and tcps_rtt_sd
 * in microseconds. Linux keeps neither a connection's initial sequence numbers (tcps_iss, tcps_irs)
 * nor its timeout in a unit that can be told (tcps_rto): of these there is no conversion.
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
	uint16_t tcp_sport;
	uint16_t tcp_dport;
	uint32_t tcp_seq;
	uint32_t tcp_ack;
	uint8_t tcp_offset;
	uint8_t tcp_flags;
	uint16_t tcp_window;
	uint16_t tcp_checksum;
	uint16_t tcp_urgent;
	uintptr_t tcp_hdr;
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
	tcp_hdr = (uintptr_t)T;
};

typedef struct tcpsinfo {
	uintptr_t tcps_addr;
	int tcps_local;
	int tcps_active;
	uint16_t tcps_lport;
	uint16_t tcps_rport;
	string tcps_laddr;
	string tcps_raddr;
	int32_t tcps_state;
	uint32_t tcps_iss;
	uint32_t tcps_irs;
	uint32_t tcps_suna;
	uint32_t tcps_snxt;
	uint32_t tcps_rack;
	uint32_t tcps_rnxt;
	uint32_t tcps_swnd;
	int32_t tcps_snd_ws;
	uint32_t tcps_rwnd;
	int32_t tcps_rcv_ws;
	uint32_t tcps_cwnd;
	uint32_t tcps_cwnd_ssthresh;
	uint32_t tcps_sack_fack;
	uint32_t tcps_sack_snxt;
	uint32_t tcps_rto;
	uint32_t tcps_mss;
	int tcps_retransmit;
	uint32_t tcps_rtt;
	uint32_t tcps_rtt_sd;
} tcpsinfo_t;

/* Windows of congestion are kept in segments. */
translator tcpsinfo_t < struct sock *S > {
	tcps_addr = (uintptr_t)S;
	tcps_local = S == NULL ? 0 : S->__sk_common.skc_family == AF_INET &&
	    S->__sk_common.skc_daddr == S->__sk_common.skc_rcv_saddr;
	tcps_lport = S == NULL ? 0 : S->__sk_common.skc_num;
	tcps_rport = S == NULL ? 0 : ntohs(S->__sk_common.skc_dport);
	tcps_laddr = S == NULL ? "<unknown>" : socket_local[S];
	tcps_raddr = S == NULL ? "<unknown>" : socket_remote[S];
	tcps_state = S == NULL ? TCP_STATE_CLOSED : S->__sk_common.skc_state;
	tcps_suna = S == NULL ? 0 : ((struct tcp_sock *)S)->snd_una;
	tcps_snxt = S == NULL ? 0 : ((struct tcp_sock *)S)->snd_nxt;
	tcps_rack = S == NULL ? 0 : ((struct tcp_sock *)S)->rcv_wup;
	tcps_rnxt = S == NULL ? 0 : ((struct tcp_sock *)S)->rcv_nxt;
	tcps_swnd = S == NULL ? 0 : ((struct tcp_sock *)S)->snd_wnd;
	tcps_snd_ws = S == NULL ? 0 : ((struct tcp_sock *)S)->rx_opt.snd_wscale;
	tcps_rwnd = S == NULL ? 0 : ((struct tcp_sock *)S)->rcv_wnd;
	tcps_rcv_ws = S == NULL ? 0 : ((struct tcp_sock *)S)->rx_opt.rcv_wscale;
	tcps_cwnd = S == NULL ? 0 :
	    ((struct tcp_sock *)S)->snd_cwnd * ((struct tcp_sock *)S)->mss_cache;
	tcps_cwnd_ssthresh = S == NULL ? 0 :
	    ((struct tcp_sock *)S)->snd_ssthresh * ((struct tcp_sock *)S)->mss_cache;
	tcps_sack_snxt = S == NULL ? 0 : ((struct tcp_sock *)S)->snd_nxt;
	tcps_mss = S == NULL ? 0 : ((struct tcp_sock *)S)->mss_cache;
	tcps_retransmit = S == NULL ? 0 : ((struct tcp_sock *)S)->retrans_out != 0;
	tcps_rtt = S == NULL ? 0 : ((struct tcp_sock *)S)->srtt_us >> 3;
	tcps_rtt_sd = S == NULL ? 0 : ((struct tcp_sock *)S)->mdev_us >> 2;
};

typedef struct tcplsinfo {
	int32_t tcps_state;
} tcplsinfo_t;

translator tcplsinfo_t < int N > {
	tcps_state = N;
};
