/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets, and their sockets and devices, for the providers ip, tcp and udp: pktinfo_t, csinfo_t, ipinfo_t,
 * ifinfo_t, ipv4info_t, ipv6info_t, conninfo_t. Numbers are in host byte order. Addresses are strings; those
 * of type ipaddr_t or in6_addr_t are in network byte order. Lengths exclude the header. if_ipstack is the
 * network namespace. cs_cid is the socket's address, because the socket's cookie is 0 until a program
 * requests it. cs_pid is always -1 (unknown): several processes may share a socket, and the kernel does not
 * record which do.
 */
typedef struct in6_addr in6_addr_t;

typedef struct pktinfo {
	uintptr_t pkt_addr; /* The kernel's struct sk_buff. */
} pktinfo_t;

translator pktinfo_t < struct sk_buff *B > {
	pkt_addr = (uintptr_t)B;
};

typedef struct csinfo {
	uintptr_t cs_addr; /* The kernel's struct sock, 0 if it is not known. */
	uint64_t cs_cid; /* A number of the connection: the address of its socket. */
	pid_t cs_pid; /* Always -1, unknown: several processes may share a socket. */
	zoneid_t cs_zoneid; /* Always 0: Linux has no zones. */
} csinfo_t;

translator csinfo_t < struct sock *S > {
	cs_addr = (uintptr_t)S;
	cs_cid = (uintptr_t)S;
	cs_pid = -1;
	cs_zoneid = 0;
};

typedef struct ipinfo {
	uint8_t ip_ver; /* 4 or 6. */
	int32_t ip_plength; /* How many bytes stand behind the header. */
	string ip_saddr; /* The address that it comes from, as text. */
	string ip_daddr; /* The address that it goes to, as text. */
} ipinfo_t;

/* From a header of version 4 or 6; NULL: the packet is unknown. */
inline int __header_is_ip4[struct iphdr *I] = I->version == 4;
inline struct ipv6hdr *__header_ip6[struct iphdr *I] = (struct ipv6hdr *)I;
inline int __header_plength[struct iphdr *I] = __header_is_ip4[I] ?
    ntohs(I->tot_len) - (I->ihl << 2) : ntohs(__header_ip6[I]->payload_len);

translator ipinfo_t < struct iphdr *I > {
	ip_ver = I == NULL ? 0 : I->version;
	ip_plength = I == NULL ? 0 : __header_plength[I];
	ip_saddr = I == NULL ? "<unknown>" : __header_is_ip4[I] ? inet_ntoa(&I->saddr) :
	    inet_ntoa6(&__header_ip6[I]->saddr);
	ip_daddr = I == NULL ? "<unknown>" : __header_is_ip4[I] ? inet_ntoa(&I->daddr) :
	    inet_ntoa6(&__header_ip6[I]->daddr);
};

translator ipinfo_t < struct ipv6hdr *I > {
	ip_ver = I->version;
	ip_plength = ntohs(I->payload_len);
	ip_saddr = inet_ntoa6(&I->saddr);
	ip_daddr = inet_ntoa6(&I->daddr);
};

/* The network header of a packet that has one. */
inline struct iphdr *__packet_ip[struct sk_buff *B] = (struct iphdr *)(B->head + B->network_header);
inline struct ipv6hdr *__packet_ip6[struct sk_buff *B] = __header_ip6[__packet_ip[B]];

/*
 * The protocol behind the header, or in IPv6 behind a fragment header (44), and its offset. In a fragment
 * other than the first, the protocol is 0. An IPv4 header with a length below 20 is invalid. Between IPv6 and
 * the device, a packet of more than 65535 bytes has a hop-by-hop header (0) with its length; the kernel
 * removes it when it segments the packet.
 */
inline int __header_is_fragment6[struct iphdr *I] = __header_ip6[I]->nexthdr == 44;
inline int __header_is_jumbo6[struct iphdr *I] =
    __header_ip6[I]->nexthdr == 0 && __header_ip6[I]->payload_len == 0;
inline int __fragment6_protocol[struct iphdr *I] =
    *(uint16_t *)((char *)I + 42) & htons(0xfff8) ? 0 : *((uint8_t *)I + 40);
inline int __header_protocol6[struct iphdr *I] =
    __header_is_fragment6[I] ? __fragment6_protocol[I] :
    __header_is_jumbo6[I] ? *((uint8_t *)I + 40) : __header_ip6[I]->nexthdr;
inline int __header_protocol[struct iphdr *I] = !__header_is_ip4[I] ? __header_protocol6[I] :
    I->frag_off & htons(0x1fff) || I->ihl < 5 ? 0 : I->protocol;
inline int __header_more6[struct iphdr *I] =
    __header_is_fragment6[I] || __header_is_jumbo6[I] ? 8 : 0;
inline int __header_size[struct iphdr *I] = __header_is_ip4[I] ? I->ihl << 2 :
    sizeof (struct ipv6hdr) + __header_more6[I];
inline char *__header_end[struct iphdr *I] = (char *)I + __header_size[I];

/*
 * If the kernel has not segmented a packet yet, its length may not fit into the 16 bits of the header, which
 * are then 0 or wrong. In this case the buffer's length is used. For shorter packets, the buffer may include
 * padding.
 */
inline int __packet_rest[struct sk_buff *B, struct iphdr *I] =
    B->len - ((char *)I - (char *)B->data);
inline int __packet_plength[struct sk_buff *B, struct iphdr *I] = __packet_rest[B, I] > 0xffff ?
    __packet_rest[B, I] - __header_size[I] : __header_plength[I];

translator ipinfo_t < struct sk_buff *B > : __packet_ip[B] {
	ip_plength = __packet_plength[B, __packet_ip[B]];
};

/* The header of the packet that is argument 0 of the probe. */
struct ip_packet;
translator ipinfo_t < struct ip_packet *P > : (struct iphdr *)P {
	ip_plength = __packet_plength[(struct sk_buff *)arg0, (struct iphdr *)P];
};

/*
 * The addresses of both ends of a socket. An IPv6 socket may also serve IPv4: its connections then have
 * addresses of the form ::ffff:a.b.c.d, and its packets are IPv4 packets.
 */
inline int __is_ip4_mapped[struct in6_addr *A] =
    *(uint64_t *)A == 0 && *((uint32_t *)A + 2) == htonl(0xffff);
inline string __in6_string[struct in6_addr *A] =
    __is_ip4_mapped[A] ? inet_ntoa((ipaddr_t *)A + 3) : inet_ntoa6(A);
inline int __socket_is_ip6[struct sock *S] = S->__sk_common.skc_family == AF_INET6 &&
    !__is_ip4_mapped[&S->__sk_common.skc_v6_daddr];
inline string __socket_local[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    inet_ntoa(&S->__sk_common.skc_rcv_saddr) : S->__sk_common.skc_family == AF_INET6 ?
    __in6_string[&S->__sk_common.skc_v6_rcv_saddr] : "<unknown>";
inline string __socket_remote[struct sock *S] = S->__sk_common.skc_family == AF_INET ?
    inet_ntoa(&S->__sk_common.skc_daddr) : S->__sk_common.skc_family == AF_INET6 ?
    __in6_string[&S->__sk_common.skc_v6_daddr] : "<unknown>";

/* The values that a packet from the socket would have, without its length. */
translator ipinfo_t < struct sock *S > {
	ip_ver = __socket_is_ip6[S] ? 6 : 4;
	ip_plength = 0;
	ip_saddr = __socket_local[S];
	ip_daddr = __socket_remote[S];
};

typedef struct conninfo {
	string ci_local; /* The address of this end, as text. */
	string ci_remote; /* The address of the other end, as text. */
	string ci_protocol; /* ipv4 or ipv6. */
} conninfo_t;

translator conninfo_t < struct sock *S > {
	ci_local = __socket_local[S];
	ci_remote = __socket_remote[S];
	ci_protocol = __socket_is_ip6[S] ? "ipv6" : "ipv4";
};

/* The address in a struct sockaddr of either version. */
inline string __sockaddr_string[struct sockaddr_in *S] = S->sin_family == AF_INET ?
    inet_ntoa(&S->sin_addr.s_addr) : S->sin_family == AF_INET6 ?
    __in6_string[&((struct sockaddr_in6 *)S)->sin6_addr] : "<unknown>";
inline int __sockaddr_is_ip6[struct sockaddr_in *S] = S->sin_family == AF_INET6 &&
    !__is_ip4_mapped[&((struct sockaddr_in6 *)S)->sin6_addr];

typedef struct ifinfo {
	string if_name; /* The name of the interface: eth0, lo … */
	int8_t if_local; /* 1 of the loopback interface, else 0. */
	uintptr_t if_ipstack; /* The kernel's struct net of the network namespace. */
	uintptr_t if_addr; /* The kernel's struct net_device. */
} ifinfo_t;

/* 8 is IFF_LOOPBACK */
translator ifinfo_t < struct net_device *N > {
	if_name = N == NULL ? "<none>" : stringof(N->name);
	if_local = N == NULL ? 0 : (N->flags & 8) != 0;
	if_ipstack = N == NULL ? 0 : (uintptr_t)N->nd_net.net;
	if_addr = (uintptr_t)N;
};

inline string __ip_protocol_string[int protocol] = protocol == IPPROTO_TCP ? "TCP" :
    protocol == IPPROTO_UDP ? "UDP" : protocol == IPPROTO_ICMP ? "ICMP" :
    protocol == IPPROTO_ICMPV6 ? "ICMPV6" : protocol == IPPROTO_IGMP ? "IGMP" :
    protocol == IPPROTO_SCTP ? "SCTP" : protocol == IPPROTO_IPV6 ? "IPV6" :
    protocol == IPPROTO_RAW ? "RAW" : lltostr(protocol);

typedef struct ipv4info {
	uint8_t ipv4_ver; /* 4; 0 of a packet of IPv6. */
	uint8_t ipv4_ihl; /* How many bytes the header has. */
	uint8_t ipv4_tos; /* The type of service. */
	uint16_t ipv4_length; /* How many bytes the packet has, with the header. */
	uint16_t ipv4_ident; /* The number that the fragments of a packet share. */
	uint8_t ipv4_flags; /* 2: may not be divided, 1: more fragments follow. */
	uint16_t ipv4_offset; /* Where the fragment belongs in its packet, in bytes. */
	uint8_t ipv4_ttl; /* How many routers it may still pass. */
	uint8_t ipv4_protocol; /* The protocol of what it carries: IPPROTO_TCP, IPPROTO_UDP … */
	string ipv4_protostr; /* The same as text: TCP, UDP … */
	uint16_t ipv4_checksum; /* The checksum of the header. */
	ipaddr_t ipv4_src; /* The address that it comes from, in network byte order. */
	ipaddr_t ipv4_dst; /* The address that it goes to, in network byte order. */
	string ipv4_saddr; /* The address that it comes from, as text. */
	string ipv4_daddr; /* The address that it goes to, as text. */
	struct iphdr *ipv4_hdr; /* The kernel's struct iphdr; NULL for an IPv6 packet. */
} ipv4info_t;

/* ipv4_ihl and ipv4_offset are bytes; without a header all members are 0. */
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
	ipv4_protostr = I == NULL ? "<null>" : __ip_protocol_string[I->protocol];
	ipv4_checksum = I == NULL ? 0 : ntohs(I->check);
	ipv4_src = I == NULL ? 0 : I->saddr;
	ipv4_dst = I == NULL ? 0 : I->daddr;
	ipv4_saddr = I == NULL ? "<null>" : inet_ntoa(&I->saddr);
	ipv4_daddr = I == NULL ? "<null>" : inet_ntoa(&I->daddr);
	ipv4_hdr = I;
};

typedef struct ipv6info {
	uint8_t ipv6_ver; /* 6; 0 of a packet of IPv4. */
	uint8_t ipv6_tclass; /* The traffic class. */
	uint32_t ipv6_flow; /* The flow label. */
	uint16_t ipv6_plen; /* How many bytes stand behind the header. */
	uint8_t ipv6_nexthdr; /* The protocol of what it carries, or the kind of the next header. */
	string ipv6_nextstr; /* The same as text: TCP, UDP … */
	uint8_t ipv6_hlim; /* How many routers it may still pass. */
	struct in6_addr *ipv6_src; /* Where the address stands that it comes from. */
	struct in6_addr *ipv6_dst; /* Where the address stands that it goes to. */
	string ipv6_saddr; /* The address that it comes from, as text. */
	string ipv6_daddr; /* The address that it goes to, as text. */
	struct ipv6hdr *ipv6_hdr; /* The kernel's struct ipv6hdr; NULL for an IPv4 packet. */
} ipv6info_t;

translator ipv6info_t < struct ipv6hdr *I > {
	ipv6_ver = I == NULL ? 0 : I->version;
	ipv6_tclass = I == NULL ? 0 : (I->priority << 4) + (I->flow_lbl[0] >> 4);
	ipv6_flow = I == NULL ? 0 : ((uint32_t)(I->flow_lbl[0] & 0xf) << 16) +
	    (I->flow_lbl[1] << 8) + I->flow_lbl[2];
	ipv6_plen = I == NULL ? 0 : ntohs(I->payload_len);
	ipv6_nexthdr = I == NULL ? 0 : I->nexthdr;
	ipv6_nextstr = I == NULL ? "<null>" : __ip_protocol_string[I->nexthdr];
	ipv6_hlim = I == NULL ? 0 : I->hop_limit;
	ipv6_src = I == NULL ? NULL : &I->saddr;
	ipv6_dst = I == NULL ? NULL : &I->daddr;
	ipv6_saddr = I == NULL ? "<null>" : inet_ntoa6(&I->saddr);
	ipv6_daddr = I == NULL ? "<null>" : inet_ntoa6(&I->daddr);
	ipv6_hdr = I;
};

/*
 * Selects packets between IP and network devices. If the device is part of a bridge, bond, team or virtual
 * switch, or carries a VLAN, a packet may pass two devices, of which only one belongs to IP. 0x800 and 0x86dd
 * are ETH_P_IP and ETH_P_IPV6; as a flag, 0x800 is IFF_SLAVE. 3 is PACKET_OTHERHOST, 8 IFF_LOOPBACK. A device
 * that is part of another one has a handler for received packets; for most devices a single test finds none.
 * The header must be complete.
 */
inline int __packet_is_ip4[struct sk_buff *B] = B->protocol == htons(0x800);
inline int __packet_is_ip6[struct sk_buff *B] = B->protocol == htons(0x86dd);
inline int __device_is_part[struct net_device *N] = N->rx_handler != NULL && (N->flags & 0x800 ||
    N->priv_flags & (IFF_BRIDGE_PORT | IFF_TEAM_PORT | IFF_OVS_DATAPATH));

inline int __packet_is_sent[struct sk_buff *B] = (__packet_is_ip4[B] || __packet_is_ip6[B]) &&
    B->vlan_proto == 0 && !__device_is_part[B->dev];
inline int __packet_linear[struct sk_buff *B] = B->len - B->data_len;
inline int __packet_is_received[struct sk_buff *B] = (__packet_is_ip4[B] ?
    __packet_linear[B] >= sizeof (struct iphdr) : __packet_is_ip6[B] &&
    __packet_linear[B] >= sizeof (struct ipv6hdr)) && B->pkt_type != 3 && !__device_is_part[B->dev];

/*
 * Selects packets of this machine's own protocols. A forwarded packet has an input device when it is sent.
 * When a packet is received, its destination is not known yet: a device that does not forward, and the
 * loopback device, receive for this machine only; for other devices, the packet must be for their first
 * address. data[0] is IPV4_DEVCONF_FORWARDING.
 */
inline int __packet_is_made[struct sk_buff *B] = __packet_is_sent[B] && B->skb_iif == 0;
inline struct iphdr *__arrived_ip[struct sk_buff *B] = (struct iphdr *)B->data;
inline struct inet6_ifaddr *__first_ip6[struct inet6_dev *D] = (struct inet6_ifaddr *)
    ((uintptr_t)D->addr_list.next - offsetof(struct inet6_ifaddr, if_list));
inline int __packet_is_mine4[struct sk_buff *B] = B->dev->ip_ptr == NULL ||
    B->dev->ip_ptr->cnf.data[0] == 0 || (B->dev->ip_ptr->ifa_list != NULL &&
    B->dev->ip_ptr->ifa_list->ifa_local == __arrived_ip[B]->daddr);
inline int __packet_is_mine6[struct sk_buff *B] = B->dev->ip6_ptr == NULL ||
    B->dev->ip6_ptr->cnf.forwarding == 0 ||
    *(uint64_t *)&__first_ip6[B->dev->ip6_ptr]->addr == *(uint64_t *)(B->data + 24) &&
    *((uint64_t *)&__first_ip6[B->dev->ip6_ptr]->addr + 1) == *(uint64_t *)(B->data + 32);
inline int __packet_is_mine[struct sk_buff *B] = __packet_is_received[B] &&
    ((B->dev->flags & 8) != 0 || (__packet_is_ip4[B] ? __packet_is_mine4[B] : __packet_is_mine6[B]));

/*
 * 1 if the packet has that protocol and `size` bytes of its header. The packet's length and the buffer's must
 * both cover them, because the rest of a buffer contains data of other packets. The length is 0 for a packet
 * that is too large for the field.
 */
inline int __packet_has[struct sk_buff *B, struct iphdr *I, int size] =
    __packet_linear[B] - ((char *)I - (char *)B->data) >= size;
inline int __packet_carries4[struct sk_buff *B, struct iphdr *I, int protocol, int size] =
    I->protocol == protocol && (I->frag_off & htons(0x1fff)) == 0 && I->ihl >= 5 &&
    (I->tot_len == 0 || ntohs(I->tot_len) >= (I->ihl << 2) + size) &&
    __packet_has[B, I, (I->ihl << 2) + size];
inline int __packet_carries6[struct sk_buff *B, struct iphdr *I, int protocol, int size] =
    __header_protocol6[I] == protocol && (__header_ip6[I]->payload_len == 0 ||
    ntohs(__header_ip6[I]->payload_len) >= __header_more6[I] + size) &&
    __packet_has[B, I, sizeof (struct ipv6hdr) + __header_more6[I] + size];
inline int __packet_carries[struct sk_buff *B, struct iphdr *I, int protocol, int size] =
    __header_is_ip4[I] ? __packet_carries4[B, I, protocol, size] :
    __packet_carries6[B, I, protocol, size];

/*
 * Packets of IPv4 and IPv6 that are sent and received.
 *
 *	ip:::send { @[args[2]->ip_daddr] = count(); }
 */
provider ip {
	/* Places that scripts of other systems name. */
	alias ip:ip_*:*;

	/* IP hands a packet to a network device: its own or one that it forwards. */
	probe send(struct sk_buff *B, struct sock *S, struct ip_packet *I, struct net_device *N,
	    struct iphdr *I4, struct ipv6hdr *I6) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, ifinfo_t *N, ipv4info_t *I4, ipv6info_t *I6) =
	    sdt:net::net_dev_queue /__packet_is_sent[args[0]]/
		{ args[0], args[0]->sk, (struct ip_packet *)__packet_ip[args[0]], args[0]->dev,
		  __packet_is_ip4[args[0]] ? __packet_ip[args[0]] : NULL,
		  __packet_is_ip4[args[0]] ? NULL : __packet_ip6[args[0]] };

	/* A network device hands a packet to IP, before its socket is known. */
	probe receive(struct sk_buff *B, struct sock *S, struct ip_packet *I, struct net_device *N,
	    struct iphdr *I4, struct ipv6hdr *I6) :
	    (pktinfo_t *B, csinfo_t *S, ipinfo_t *I, ifinfo_t *N, ipv4info_t *I4, ipv6info_t *I6) =
	    sdt:net::netif_receive_skb /__packet_is_received[args[0]]/
		{ args[0], NULL, (struct ip_packet *)__arrived_ip[args[0]], args[0]->dev,
		  __packet_is_ip4[args[0]] ? __arrived_ip[args[0]] : NULL,
		  __packet_is_ip4[args[0]] ? NULL : __header_ip6[__arrived_ip[args[0]]] };

	probe drop__in() = "sdt:skb::kfree_skb reports dropped packets";
	probe drop__out() = "sdt:skb::kfree_skb reports dropped packets";
};
