/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mib provider: the counters of TCP, UDP, IP and ICMP (netstat -s), each a probe that fires when
 * the counter would be incremented. args[0] is the increment, args[1] the network namespace, each of
 * which has counters of its own on Linux. Packets are handled wherever they arrive: the current
 * thread has often nothing to do with them.
 *
 * States of TCP: 1 established, 2 SYN sent, 3 SYN received, 7 closed, 8 close wait, 10 listening.
 */
inline struct net *__mib_net_of_sock[struct sock *S] = S->__sk_common.skc_net.net;
inline struct net *__mib_net_of_packet[struct sk_buff *B] = B->dev->nd_net.net;

/*
 * IP has handed a packet to the protocol behind it: that is where the packet begins now. A datagram
 * that is shorter than its header is dropped without a reason.
 */
inline int __mib_is_handed_up[struct sk_buff *B] = B->transport_header > B->network_header &&
    (uintptr_t)B->data == (uintptr_t)B->head + B->transport_header;
inline int __mib_is_bad_udp[struct sk_buff *B, int reason] = reason == SKB_DROP_REASON_UDP_CSUM ||
    (reason == SKB_DROP_REASON_PKT_TOO_SMALL || reason == SKB_DROP_REASON_SOCKET_FILTER ||
    reason == SKB_DROP_REASON_NOT_SPECIFIED && B->len < sizeof (struct udphdr)) &&
    __mib_is_handed_up[B] && __packet_is_udp[__packet_ip[B]];

provider mib {
	/* Places that scripts of other systems name. */
	alias ip:tcp_*:tcp*, ip:udp_*:udp*, ip:icmp_*:icmp*, ip:icmp_*:rawip*, ip:rawip_*:rawip*,
	    ip:ip_*:ip*;

	/* A connection was asked for; 1, the network namespace. */
	probe tcpActiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[2] == 2 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection was accepted by the kernel for a socket that listens; 1, the network namespace. */
	probe tcpPassiveOpens(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state /args[1] == 10 && args[2] == 3 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection did not come about; 1, the network namespace. */
	probe tcpAttemptFails(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 2 || args[1] == 3) && (args[2] == 7 || args[2] == 10) && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A connection has ended at once, by a reset, on either side; 1, the network namespace. */
	probe tcpEstabResets(int n, struct net *N) =
	    sdt:sock::inet_sock_set_state
	    /(args[1] == 1 || args[1] == 8) && args[2] == 7 && args[0]->sk_protocol == 6/
		{ 1, __mib_net_of_sock[(struct sock *)args[0]] };
	/* A segment with a wrong checksum or too short a header has arrived; 1, the network namespace. */
	probe tcpInErrs(int n, struct net *N) =
	    sdt:tcp::tcp_bad_csum { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] },
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_PKT_TOO_SMALL && __mib_is_handed_up[args[0]] &&
	    __packet_is_tcp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A segment is sent again; 1, the network namespace. */
	probe tcpRetransSegs(int n, struct net *N) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0/ { 1, __mib_net_of_sock[(struct sock *)args[0]] }
	    else sdt:tcp::tcp_retransmit_skb { 1, __mib_net_of_sock[(struct sock *)args[0]] };
	probe tcpOutRsts(int n, struct net *N) = "Linux does not tell of all resets that it sends: tcp:::send";

	/* A datagram has arrived that nobody has a socket for; 1, the network namespace. */
	probe udpNoPorts(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_NO_SOCKET && __packet_is_udp[__packet_ip[args[0]]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A datagram was dropped: it is malformed, or the socket cannot take it; 1, the network namespace. */
	probe udpInErrors(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb { 1, __mib_net_of_sock[args[1]] },
	    sdt:skb::kfree_skb /__mib_is_bad_udp[args[0], args[2]]/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A datagram was dropped because the socket's buffer is full; 1, the network namespace. */
	probe udpInOverflows(int n, struct net *N) =
	    sdt:udp::udp_fail_queue_rcv_skb /args[0] == -12/ { 1, __mib_net_of_sock[args[1]] };
	/* A datagram with a wrong checksum has arrived; 1, the network namespace. */
	probe udpInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_UDP_CSUM/ { 1, __mib_net_of_packet[args[0]] };

	/* A packet has arrived whose protocol is unknown; 1, the network namespace. */
	probe ipInUnknownProtos(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_NOPROTO/ { 1, __mib_net_of_packet[args[0]] };
	/* A packet has arrived whose header is malformed, or has a wrong checksum; 1, the network namespace. */
	probe ipInHdrErrors(int n, struct net *N) =
	    sdt:skb::kfree_skb
	    /args[2] == SKB_DROP_REASON_IP_INHDR || args[2] == SKB_DROP_REASON_IP_CSUM/
		{ 1, __mib_net_of_packet[args[0]] };
	/* A packet has arrived whose header has a wrong checksum; 1, the network namespace. */
	probe ipInCksumErrs(int n, struct net *N) =
	    sdt:skb::kfree_skb /args[2] == SKB_DROP_REASON_IP_CSUM/ { 1, __mib_net_of_packet[args[0]] };
	/* A message is sent that a destination cannot be reached; 1, the network namespace. */
	probe icmpOutDestUnreachs(int n, struct net *N) =
	    sdt:icmp::icmp_send /args[1] == 3/ { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] };
	/* A message is sent that a packet is too large to be forwarded, and must not be taken apart; 1, the network namespace. */
	probe icmpOutFragNeeded(int n, struct net *N) =
	    sdt:icmp::icmp_send /args[1] == 3 && args[2] == 4/ { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] };
	/* A message is sent that there is a better way; 1, the network namespace. */
	probe icmpOutRedirects(int n, struct net *N) =
	    sdt:icmp::icmp_send /args[1] == 5/ { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] };
	/* A message is sent that a packet has been on its way for too long; 1, the network namespace. */
	probe icmpOutTimeExcds(int n, struct net *N) =
	    sdt:icmp::icmp_send /args[1] == 11/ { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] };
	/* A message is sent that a packet's header is malformed; 1, the network namespace. */
	probe icmpOutParmProbs(int n, struct net *N) =
	    sdt:icmp::icmp_send /args[1] == 12/ { 1, __mib_net_of_packet[(struct sk_buff *)args[0]] };
	probe icmpOutMsgs(int n, struct net *N) = "Linux does not tell when it answers an echo request";
	probe tcpListenDrop(int n, struct net *N) = "Linux does not tell why a connection was not accepted";
	probe tcpHalfOpenDrop(int n, struct net *N) = "Linux does not tell why a connection was not accepted";
	probe tcpInSegs(int n, struct net *N) = "no tracepoint counts what arrives: tcp:::receive has each segment";
	probe tcpInDataInorderSegs(int n, struct net *N) = "no tracepoint counts what arrives: tcp:::receive has each segment";
	probe tcpInDataInorderBytes(int n, struct net *N) = "no tracepoint counts what arrives: tcp:::receive has each segment";
	probe tcpInInorderSegs(int n, struct net *N) = "no tracepoint counts what arrives: tcp:::receive has each segment";
	probe tcpInInorderBytes(int n, struct net *N) = "no tracepoint counts what arrives: tcp:::receive has each segment";
	probe tcpOutSegs(int n, struct net *N) = "no tracepoint counts what is sent: tcp:::send has each segment";
	probe tcpOutDataSegs(int n, struct net *N) = "no tracepoint counts what is sent: tcp:::send has each segment";
	probe tcpOutDataBytes(int n, struct net *N) = "no tracepoint counts what is sent: tcp:::send has each segment";
	probe tcpRetransBytes(int n, struct net *N) = "Linux does not tell how much is sent again: tcpRetransSegs counts segments";
	probe udpInDatagrams(int n, struct net *N) = "no tracepoint counts what arrives: udp:::receive has each datagram";
	probe udpHCInDatagrams(int n, struct net *N) = "no tracepoint counts what arrives: udp:::receive has each datagram";
	probe udpOutDatagrams(int n, struct net *N) = "no tracepoint counts what is sent: udp:::send has each datagram";
	probe udpHCOutDatagrams(int n, struct net *N) = "no tracepoint counts what is sent: udp:::send has each datagram";
	probe ipInReceives(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe ipIfStatsHCInReceives(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe ipInDelivers(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe ipIfStatsHCInDelivers(int n, struct net *N) = "no tracepoint counts what arrives: ip:::receive has each packet";
	probe ipOutRequests(int n, struct net *N) = "no tracepoint counts what is sent: ip:::send has each packet";
	probe ipIfStatsHCOutRequests(int n, struct net *N) = "no tracepoint counts what is sent: ip:::send has each packet";
	probe icmpInMsgs(int n, struct net *N) = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInEchos(int n, struct net *N) = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInErrors() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInCksumErrs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInUnknowns() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInDestUnreachs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInTimeExcds() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInParmProbs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInSrcQuenchs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInRedirects() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInBadRedirects() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInEchoReps() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInTimestamps() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInTimestampReps() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInAddrMasks() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInAddrMaskReps() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInFragNeeded() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpInOverflows() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInDatagrams() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInErrors() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInCksumErrs() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe rawipInOverflows() = "no tracepoint counts what arrives: args[4]->ipv4_protocol of ip:::receive tells it";
	probe icmpOutEchos() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutEchoReps() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutTimestamps() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutTimestampReps() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutAddrMasks() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutAddrMaskReps() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutErrors() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutDrops() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe rawipOutDatagrams() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe rawipOutErrors() = "no tracepoint counts what is sent: args[4]->ipv4_protocol of ip:::send tells it";
	probe icmpOutSrcQuenchs() = "Linux sends no such messages";
	probe ipForwDatagrams() = "Linux has no tracepoint where it forwards: ip:::receive and ip:::send have each packet";
	probe ipForwProhibits() = "Linux has no tracepoint where it forwards: ip:::receive and ip:::send have each packet";
	probe ipIfStatsHCOutForwDatagrams() = "Linux has no tracepoint where it forwards: ip:::receive and ip:::send have each packet";
	probe ipFragOKs() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipFragFails() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipFragCreates() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmReqds() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmOKs() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmFails() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmDuplicates() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmPartDups() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipReasmTimeout() = "Linux has no tracepoint where it takes packets apart and puts them together";
	probe ipInAddrErrors() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipInDiscards() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipOutDiscards() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipOutNoRoutes() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipsecInFailed() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe ipsecInSucceeded() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe udpOutErrors() = "Linux does not tell why: sdt:skb::kfree_skb has each packet that is dropped";
	probe tcpCurrEstab() = "Linux counts connections, and never tells when: tcp:::state-change";
	probe tcpListenDropQ0() = "Linux counts connections, and never tells when: tcp:::state-change";
	probe tcpInAckSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInAckBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInAckUnsent() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDupAck() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataDupSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataDupBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPartDupSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPartDupBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataUnorderSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataUnorderBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInUnorderSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInUnorderBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDupSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDupBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPartDupSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPartDupBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPastWinSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInDataPastWinBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPastWinSegs() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInPastWinBytes() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInWinProbe() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInWinUpdate() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpInClosed() = "no tracepoint counts it: tcp:::receive has each segment";
	probe tcpOutAck() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutAckDelayed() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutControl() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutUrg() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutWinProbe() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutWinUpdate() = "no tracepoint counts it: tcp:::send has each segment";
	probe tcpOutFastRetrans() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpOutSackRetransSegs() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimRetrans() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimRetransDrop() = "Linux does not tell why it sends again: tcpRetransSegs has each segment";
	probe tcpTimKeepalive() = "Linux has no tracepoint in the timers of connections";
	probe tcpTimKeepaliveProbe() = "Linux has no tracepoint in the timers of connections";
	probe tcpTimKeepaliveDrop() = "Linux has no tracepoint in the timers of connections";
	probe tcpRttUpdate() = "no tracepoint tells when it is measured: args[3]->tcps_rtt of tcp:::receive";
	probe tcpRttNoUpdate() = "no tracepoint tells when it is measured: args[3]->tcps_rtt of tcp:::receive";
};
