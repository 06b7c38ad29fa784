/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets and what they belong to, as the providers ip, tcp and udp show them: pktinfo_t, csinfo_t,
 * ipinfo_t, ifinfo_t, ipv4info_t, ipv6info_t, conninfo_t. Numbers are in host byte order; addresses
 * are strings, and in network byte order where the type is ipaddr_t or in6_addr_t. Lengths are those
 * behind the header. if_ipstack is the network namespace, cs_cid the socket's cookie, 0 as long as
 * nobody has asked for it.
 */
typedef struct in6_addr in6_addr_t;

typedef struct pktinfo {
	uintptr_t pkt_addr;
} pktinfo_t;

translator pktinfo_t < struct sk_buff *B > {
	pkt_addr = (uintptr_t)B;
};

typedef struct csinfo {
	uintptr_t cs_addr;
	uint64_t cs_cid;
	pid_t cs_pid;
	zoneid_t cs_zoneid;
} csinfo_t;

translator csinfo_t < struct sock *S > {
	cs_addr = (uintptr_t)S;
	cs_cid = S == NULL ? 0 : S->__sk_common.skc_cookie.counter;
	cs_zoneid = 0;
};

typedef struct ipinfo {
	uint8_t ip_ver;
	uint16_t ip_plength;
	string ip_saddr;
	string ip_daddr;
} ipinfo_t;

translator ipinfo_t < struct iphdr *I > {
	ip_ver = I->version;
	ip_plength = ntohs(I->tot_len) - (I->ihl << 2);
	ip_saddr = inet_ntoa(&I->saddr);
	ip_daddr = inet_ntoa(&I->daddr);
};

translator ipinfo_t < struct ipv6hdr *I > {
	ip_ver = I->version;
	ip_plength = ntohs(I->payload_len);
	ip_saddr = inet_ntoa6(&I->saddr);
	ip_daddr = inet_ntoa6(&I->daddr);
};

/* The network header of a packet, and whether it is one of IPv4. */
inline struct iphdr *packet_ip[struct sk_buff *B] = (struct iphdr *)(B->head + B->network_header);
inline struct ipv6hdr *packet_ip6[struct sk_buff *B] =
    (struct ipv6hdr *)(B->head + B->network_header);
inline int packet_is_ip4[struct sk_buff *B] = packet_ip[B]->version == 4;

translator ipinfo_t < struct sk_buff *B > {
	ip_ver = packet_ip[B]->version;
	ip_plength = packet_is_ip4[B] ?
	    ntohs(packet_ip[B]->tot_len) - (packet_ip[B]->ihl << 2) :
	    ntohs(packet_ip6[B]->payload_len);
	ip_saddr = packet_is_ip4[B] ? inet_ntoa(&packet_ip[B]->saddr) :
	    inet_ntoa6(&packet_ip6[B]->saddr);
	ip_daddr = packet_is_ip4[B] ? inet_ntoa(&packet_ip[B]->daddr) :
	    inet_ntoa6(&packet_ip6[B]->daddr);
};

/* The addresses of a socket's two ends. */
inline string socket_local[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    inet_ntoa(&S->__sk_common.skc_rcv_saddr) : S->__sk_common.skc_family == AF_INET6 ?
    inet_ntoa6(&S->__sk_common.skc_v6_rcv_saddr) : "<unknown>";
inline string socket_remote[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    inet_ntoa(&S->__sk_common.skc_daddr) : S->__sk_common.skc_family == AF_INET6 ?
    inet_ntoa6(&S->__sk_common.skc_v6_daddr) : "<unknown>";

/* As a packet that the socket sends would have them; its length is not known. */
translator ipinfo_t < struct sock *S > {
	ip_ver = S->__sk_common.skc_family == AF_INET6 ? 6 : 4;
	ip_plength = 0;
	ip_saddr = socket_local[S];
	ip_daddr = socket_remote[S];
};

typedef struct conninfo {
	string ci_local;
	string ci_remote;
	string ci_protocol;
} conninfo_t;

translator conninfo_t < struct sock *S > {
	ci_local = socket_local[S];
	ci_remote = socket_remote[S];
	ci_protocol = S->__sk_common.skc_family == AF_INET6 ? "ipv6" : "ipv4";
};

typedef struct ifinfo {
	string if_name;
	int8_t if_local;
	uintptr_t if_ipstack;
	uintptr_t if_addr;
} ifinfo_t;

/* 8 is IFF_LOOPBACK */
translator ifinfo_t < struct net_device *N > {
	if_name = N == NULL ? "<none>" : stringof(N->name);
	if_local = N == NULL ? 0 : (N->flags & 8) != 0;
	if_ipstack = N == NULL ? 0 : (uintptr_t)N->nd_net.net;
	if_addr = (uintptr_t)N;
};

inline string ip_protocol_string[int protocol] = protocol == IPPROTO_TCP ? "TCP" :
    protocol == IPPROTO_UDP ? "UDP" : protocol == IPPROTO_ICMP ? "ICMP" :
    protocol == IPPROTO_ICMPV6 ? "ICMPV6" : protocol == IPPROTO_IGMP ? "IGMP" :
    protocol == IPPROTO_SCTP ? "SCTP" : protocol == IPPROTO_IPV6 ? "IPV6" :
    protocol == IPPROTO_RAW ? "RAW" : lltostr(protocol);

typedef struct ipv4info {
	uint8_t ipv4_ver;
	uint8_t ipv4_ihl;
	uint8_t ipv4_tos;
	uint16_t ipv4_length;
	uint16_t ipv4_ident;
	uint8_t ipv4_flags;
	uint16_t ipv4_offset;
	uint8_t ipv4_ttl;
	uint8_t ipv4_protocol;
	string ipv4_protostr;
	uint16_t ipv4_checksum;
	ipaddr_t ipv4_src;
	ipaddr_t ipv4_dst;
	string ipv4_saddr;
	string ipv4_daddr;
	uintptr_t ipv4_hdr;
} ipv4info_t;

/* ipv4_ihl and ipv4_offset are bytes; without a header all is 0. */
translator ipv4info_t < struct iphdr *I > {
	ipv4_ver = I == NULL ? 0 : I->version;
	ipv4_ihl = I == NULL ? 0 : I->ihl << 2;
	ipv4_tos = I == NULL ? 0 : I->tos;
	ipv4_length = I == NULL ? 0 : ntohs(I->tot_len);
	ipv4_ident = I == NULL ? 0 : ntohs(I->id);
	ipv4_flags = I == NULL ? 0 : ntohs(I->frag_off) >> 13;
	ipv4_offset = I == NULL ? 0 : (ntohs(I->frag_off) & 0x1fff) << 3;
	ipv4_ttl = I == NULL ? 0 : I->ttl;
	ipv4_protocol = I == NULL ? 0 : I->protocol;
	ipv4_protostr = I == NULL ? "<null>" : ip_protocol_string[I->protocol];
	ipv4_checksum = I == NULL ? 0 : ntohs(I->check);
	ipv4_src = I == NULL ? 0 : I->saddr;
	ipv4_dst = I == NULL ? 0 : I->daddr;
	ipv4_saddr = I == NULL ? "<null>" : inet_ntoa(&I->saddr);
	ipv4_daddr = I == NULL ? "<null>" : inet_ntoa(&I->daddr);
	ipv4_hdr = (uintptr_t)I;
};

typedef struct ipv6info {
	uint8_t ipv6_ver;
	uint8_t ipv6_tclass;
	uint32_t ipv6_flow;
	uint16_t ipv6_plen;
	uint8_t ipv6_nexthdr;
	string ipv6_nextstr;
	uint8_t ipv6_hlim;
	struct in6_addr *ipv6_src;
	struct in6_addr *ipv6_dst;
	string ipv6_saddr;
	string ipv6_daddr;
	uintptr_t ipv6_hdr;
} ipv6info_t;

translator ipv6info_t < struct ipv6hdr *I > {
	ipv6_ver = I == NULL ? 0 : I->version;
	ipv6_tclass = I == NULL ? 0 : (I->priority << 4) + (I->flow_lbl[0] >> 4);
	ipv6_flow = I == NULL ? 0 : ((uint32_t)(I->flow_lbl[0] & 0xf) << 16) +
	    (I->flow_lbl[1] << 8) + I->flow_lbl[2];
	ipv6_plen = I == NULL ? 0 : ntohs(I->payload_len);
	ipv6_nexthdr = I == NULL ? 0 : I->nexthdr;
	ipv6_nextstr = I == NULL ? "<null>" : ip_protocol_string[I->nexthdr];
	ipv6_hlim = I == NULL ? 0 : I->hop_limit;
	ipv6_src = I == NULL ? NULL : &I->saddr;
	ipv6_dst = I == NULL ? NULL : &I->daddr;
	ipv6_saddr = I == NULL ? "<null>" : inet_ntoa6(&I->saddr);
	ipv6_daddr = I == NULL ? "<null>" : inet_ntoa6(&I->daddr);
	ipv6_hdr = (uintptr_t)I;
};
