/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sockets, protocols and TCP, with Linux's numbers.
 */
inline int AF_UNSPEC = 0;
inline int AF_UNIX = 1;
inline int AF_LOCAL = 1;
inline int AF_INET = 2;
inline int AF_INET6 = 10;
inline int AF_NETLINK = 16;
inline int AF_PACKET = 17;
inline int AF_VSOCK = 40;

inline int PF_UNSPEC = 0;
inline int PF_UNIX = 1;
inline int PF_LOCAL = 1;
inline int PF_INET = 2;
inline int PF_INET6 = 10;
inline int PF_NETLINK = 16;
inline int PF_PACKET = 17;
inline int PF_VSOCK = 40;

/* Kinds of network interfaces. */
inline int ARPHRD_NETROM = 0;
inline int ARPHRD_ETHER = 1;
inline int ARPHRD_IEEE802 = 6;
inline int ARPHRD_ARCNET = 7;
inline int ARPHRD_IEEE1394 = 24;
inline int ARPHRD_INFINIBAND = 32;
inline int ARPHRD_IB = 32;
inline int ARPHRD_CAN = 280;
inline int ARPHRD_PPP = 512;
inline int ARPHRD_HDLC = 513;
inline int ARPHRD_TUNNEL = 768;
inline int ARPHRD_TUNNEL6 = 769;
inline int ARPHRD_LOOPBACK = 772;
inline int ARPHRD_SIT = 776;
inline int ARPHRD_IPGRE = 778;
inline int ARPHRD_IEEE80211 = 801;
inline int ARPHRD_NONE = 65534;

inline int SOCK_STREAM = 1;
inline int SOCK_DGRAM = 2;
inline int SOCK_RAW = 3;
inline int SOCK_RDM = 4;
inline int SOCK_SEQPACKET = 5;
inline int SOCK_NONBLOCK = 2048;
inline int SOCK_CLOEXEC = 524288;

inline int IPPROTO_IP = 0;
inline int IPPROTO_ICMP = 1;
inline int IPPROTO_IGMP = 2;
inline int IPPROTO_TCP = 6;
inline int IPPROTO_UDP = 17;
inline int IPPROTO_IPV6 = 41;
inline int IPPROTO_ICMPV6 = 58;
inline int IPPROTO_SCTP = 132;
inline int IPPROTO_RAW = 255;

inline int TH_FIN = 0x1;
inline int TH_SYN = 0x2;
inline int TH_RST = 0x4;
inline int TH_PUSH = 0x8;
inline int TH_ACK = 0x10;
inline int TH_URG = 0x20;
inline int TH_ECE = 0x40;
inline int TH_CWR = 0x80;

inline int TCP_STATE_ESTABLISHED = 1;
inline int TCP_STATE_SYN_SENT = 2;
inline int TCP_STATE_SYN_RECEIVED = 3;
inline int TCP_STATE_FIN_WAIT_1 = 4;
inline int TCP_STATE_FIN_WAIT_2 = 5;
inline int TCP_STATE_TIME_WAIT = 6;
inline int TCP_STATE_CLOSED = 7;
inline int TCP_STATE_CLOSE_WAIT = 8;
inline int TCP_STATE_LAST_ACK = 9;
inline int TCP_STATE_LISTEN = 10;
inline int TCP_STATE_CLOSING = 11;
