/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ICMP and ICMPv6: icmpinfo_t is a message's header. Numbers are in host byte order.
 *
 * The two protocols have different numbers for their types; icmp_version gives the protocol.
 */
#pragma D depends_on library ip.d

/* Types and codes of ICMP. */
inline int ICMP_ECHOREPLY = 0;
inline int ICMP_DEST_UNREACH = 3;
inline int ICMP_SOURCE_QUENCH = 4;
inline int ICMP_REDIRECT = 5;
inline int ICMP_ECHO = 8;
inline int ICMP_TIME_EXCEEDED = 11;
inline int ICMP_PARAMETERPROB = 12;
inline int ICMP_TIMESTAMP = 13;
inline int ICMP_TIMESTAMPREPLY = 14;
inline int ICMP_NET_UNREACH = 0;
inline int ICMP_HOST_UNREACH = 1;
inline int ICMP_PROT_UNREACH = 2;
inline int ICMP_PORT_UNREACH = 3;
inline int ICMP_FRAG_NEEDED = 4;

/* Types of ICMPv6. */
inline int ICMPV6_DEST_UNREACH = 1;
inline int ICMPV6_PKT_TOOBIG = 2;
inline int ICMPV6_TIME_EXCEED = 3;
inline int ICMPV6_PARAMPROB = 4;
inline int ICMPV6_ECHO_REQUEST = 128;
inline int ICMPV6_ECHO_REPLY = 129;
inline int ICMPV6_MGM_QUERY = 130;
inline int ICMPV6_MGM_REPORT = 131;
inline int ICMPV6_ROUTER_SOLICITATION = 133;
inline int ICMPV6_ROUTER_ADVERTISEMENT = 134;
inline int ICMPV6_NEIGHBOR_SOLICITATION = 135;
inline int ICMPV6_NEIGHBOR_ADVERTISEMENT = 136;
inline int ICMPV6_MLD2_REPORT = 143;

inline string __icmp_type_string[int version, int type] = version == 4 ? (
    type == ICMP_ECHOREPLY ? "echo-reply" :
    type == ICMP_DEST_UNREACH ? "unreachable" :
    type == ICMP_SOURCE_QUENCH ? "source-quench" :
    type == ICMP_REDIRECT ? "redirect" :
    type == ICMP_ECHO ? "echo" :
    type == ICMP_TIME_EXCEEDED ? "time-exceeded" :
    type == ICMP_PARAMETERPROB ? "parameter-problem" :
    type == ICMP_TIMESTAMP ? "timestamp" :
    type == ICMP_TIMESTAMPREPLY ? "timestamp-reply" : lltostr(type)) :
    type == ICMPV6_DEST_UNREACH ? "unreachable" :
    type == ICMPV6_PKT_TOOBIG ? "too-big" :
    type == ICMPV6_TIME_EXCEED ? "time-exceeded" :
    type == ICMPV6_PARAMPROB ? "parameter-problem" :
    type == ICMPV6_ECHO_REQUEST ? "echo" :
    type == ICMPV6_ECHO_REPLY ? "echo-reply" :
    type == ICMPV6_MGM_QUERY ? "listener-query" :
    type == ICMPV6_MGM_REPORT ? "listener-report" :
    type == ICMPV6_ROUTER_SOLICITATION ? "router-solicitation" :
    type == ICMPV6_ROUTER_ADVERTISEMENT ? "router-advertisement" :
    type == ICMPV6_NEIGHBOR_SOLICITATION ? "neighbor-solicitation" :
    type == ICMPV6_NEIGHBOR_ADVERTISEMENT ? "neighbor-advertisement" :
    type == ICMPV6_MLD2_REPORT ? "listener-report" : lltostr(type);

typedef struct icmpinfo {
	uint8_t icmp_version; /* 4: ICMP, 6: ICMPv6. */
	uint8_t icmp_type; /* The type: ICMP_ECHO …, in version 6 ICMPV6_ECHO_REQUEST … */
	uint8_t icmp_code; /* The code, whose meaning depends on the type. */
	string icmp_typestr; /* The type as text: echo, echo-reply, unreachable … */
	uint16_t icmp_checksum; /* The checksum. */
	uint16_t icmp_id; /* The identifier of an echo or a timestamp, else 0. */
	uint16_t icmp_seq; /* The sequence number of an echo or a timestamp, else 0. */
	uint16_t icmp_length; /* The length of the message in bytes, with its header. */
	struct icmphdr *icmp_hdr; /* The kernel's struct icmphdr; the first 4 bytes of a struct icmp6hdr are the same. */
} icmpinfo_t;

/* Argument 2 of the probe is the IP header before the message. */
inline int __icmp_version[struct iphdr *I] = I->version;
inline int __icmp_length[struct iphdr *I, struct icmphdr *M] =
    (__header_is_ip4[I] ? ntohs(I->tot_len) :
    ntohs(__header_ip6[I]->payload_len) + sizeof (struct ipv6hdr)) - ((char *)M - (char *)I);
inline int __icmp_has_id[struct icmphdr *M, int version] = version == 4 ?
    M->type == 8 || M->type == 0 || M->type == 13 || M->type == 14 :
    M->type == 128 || M->type == 129;

translator icmpinfo_t < struct icmphdr *M > {
	icmp_version = __icmp_version[(struct iphdr *)arg2];
	icmp_type = M->type;
	icmp_code = M->code;
	icmp_typestr = __icmp_type_string[__icmp_version[(struct iphdr *)arg2], M->type];
	icmp_checksum = ntohs(M->checksum);
	icmp_id = __icmp_has_id[M, __icmp_version[(struct iphdr *)arg2]] ? ntohs(M->un.echo.id) : 0;
	icmp_seq = __icmp_has_id[M, __icmp_version[(struct iphdr *)arg2]] ?
	    ntohs(M->un.echo.sequence) : 0;
	icmp_length = __icmp_length[(struct iphdr *)arg2, M];
	icmp_hdr = M;
};

/* The headers of both protocols have the same size. */
inline int __icmp_is_whole[struct sk_buff *B, struct iphdr *I] = __header_is_ip4[I] ?
    __packet_carries4[B, I, IPPROTO_ICMP, sizeof (struct icmphdr)] :
    __packet_carries6[B, I, IPPROTO_ICMPV6, sizeof (struct icmphdr)];

/*
 * Messages of ICMP and ICMPv6.
 *
 *	icmp:::receive { @[args[4]->icmp_typestr, args[2]->ip_saddr] = count(); }
 */
provider icmp {
	/* A message, or the first of its fragments, is handed to a network device. */
	probe send(struct sk_buff *B, struct sock *C, struct iphdr *I, struct net_device *N,
	    struct icmphdr *M) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, ifinfo_t *N, icmpinfo_t *M) =
	    sdt:net::net_dev_queue
	    /__packet_is_made[args[0]] && __icmp_is_whole[args[0], __packet_ip[args[0]]]/
		{ args[0], args[0]->sk, __packet_ip[args[0]], args[0]->dev,
		  (struct icmphdr *)__header_end[__packet_ip[args[0]]] };

	/* A network device hands IP a message for this machine, or the first of its fragments. */
	probe receive(struct sk_buff *B, struct sock *C, struct iphdr *I, struct net_device *N,
	    struct icmphdr *M) :
	    (pktinfo_t *B, csinfo_t *C, ipinfo_t *I, ifinfo_t *N, icmpinfo_t *M) =
	    sdt:net::netif_receive_skb
	    /__packet_is_mine[args[0]] && __icmp_is_whole[args[0], __arrived_ip[args[0]]]/
		{ args[0], NULL, __arrived_ip[args[0]], args[0]->dev,
		  (struct icmphdr *)__header_end[__arrived_ip[args[0]]] };
};
