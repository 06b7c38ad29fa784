/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * UDP: udpinfo_t is a datagram's header, udpsinfo_t the socket. Numbers are in host byte order.
 */
#pragma D depends_on library ip.d

typedef struct udpinfo {
	uint16_t udp_sport; /* The port that it comes from. */
	uint16_t udp_dport; /* The port that it goes to. */
	uint16_t udp_length; /* The length of the datagram in bytes, with its header. */
	uint16_t udp_checksum; /* The checksum. */
	struct udphdr *udp_hdr; /* The kernel's struct udphdr. */
} udpinfo_t;

translator udpinfo_t < struct udphdr *U > {
	udp_sport = U == NULL ? 0 : ntohs(U->source);
	udp_dport = U == NULL ? 0 : ntohs(U->dest);
	udp_length = U == NULL ? 0 : ntohs(U->len);
	udp_checksum = U == NULL ? 0 : ntohs(U->check);
	udp_hdr = U;
};

typedef struct udpsinfo {
	uintptr_t udps_addr; /* The kernel's struct sock, 0 in udp:::receive. */
	uint16_t udps_lport; /* The port of this end. */
	uint16_t udps_rport; /* The port of the other end. */
	string udps_laddr; /* The address of this end, as text. */
	string udps_raddr; /* The address of the other end, as text. */
} udpsinfo_t;

translator udpsinfo_t < struct sock *S > {
	udps_addr = (uintptr_t)S;
	udps_lport = S == NULL ? 0 : S->__sk_common.skc_num;
	udps_rport = S == NULL ? 0 : ntohs(S->__sk_common.skc_dport);
	udps_laddr = S == NULL ? "<unknown>" : __socket_local[S];
	udps_raddr = S == NULL ? "<unknown>" : __socket_remote[S];
};

/*
 * The socket of an arriving datagram is not known yet. Its addresses come from the headers, which are
 * arguments 2 and 4 of the probe.
 */
struct udp_receiver;
translator udpsinfo_t < struct udp_receiver *R > {
	udps_addr = 0;
	udps_lport = ntohs(((struct udphdr *)arg4)->dest);
	udps_rport = ntohs(((struct udphdr *)arg4)->source);
	udps_laddr = xlate<ipinfo_t>((struct iphdr *)arg2).ip_daddr;
	udps_raddr = xlate<ipinfo_t>((struct iphdr *)arg2).ip_saddr;
};

inline int __packet_is_udp[struct iphdr *I] = __header_protocol[I] == IPPROTO_UDP;
inline int __udp_is_whole[struct sk_buff *B, struct iphdr *I] =
    __packet_carries[B, I, IPPROTO_UDP, sizeof (struct udphdr)];

/*
 * Datagrams of UDP.
 *
 *	udp:::receive { @[args[4]->udp_dport] = count(); }
 */
provider udp {
	/* Places that scripts of other systems name. */
	alias ip:udp_*:*;

	/* A datagram, or the first of its fragments, is handed to a network device. */
	probe send(struct sk_buff *B, struct sock *C, struct iphdr *I, struct sock *S,
	    struct udphdr *U) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, udpsinfo_t *S, udpinfo_t *U) =
	    sdt:net::net_dev_queue
	    /__packet_is_made[args[0]] && __udp_is_whole[args[0], __packet_ip[args[0]]]/
		{ args[0], args[0]->sk, __packet_ip[args[0]], args[0]->sk,
		  (struct udphdr *)__header_end[__packet_ip[args[0]]] };

	/* A network device hands IP a datagram for this machine, or the first of its fragments. */
	probe receive(struct sk_buff *B, struct sock *C, struct iphdr *I, struct udp_receiver *S,
	    struct udphdr *U) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, udpsinfo_t *S, udpinfo_t *U) =
	    sdt:net::netif_receive_skb
	    /__packet_is_mine[args[0]] && __udp_is_whole[args[0], __arrived_ip[args[0]]]/
		{ args[0], NULL, __arrived_ip[args[0]], NULL,
		  (struct udphdr *)__header_end[__arrived_ip[args[0]]] };
};
