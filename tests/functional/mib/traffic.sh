# SPDX-License-Identifier: BSD-2-Clause
# Incoming and outgoing packets, by each probe, as the kernel counts them.
"$DTRACE" -qc "$WORKLOADS/traffic" -x aggsortkey -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { net = curthread->nsproxy->net_ns; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { net = NULL; }
	mib::tcp_*:, mib::udp_*:, mib::ip_*:, mib::icmp_*: /net && (struct net *)arg1 == net/ { @[probename] = sum(arg0); }
	END { printa("%s %@d\n", @); }' > "$TMPDIR/out" || exit 1
awk '$1 == "counted" { counted[$2] = $3; next }
	$1 in counted { print $1, $2 == counted[$1] ? "as the kernel" : $2 " of " counted[$1] }
	/^udpHC/ { print $1, $2 }' "$TMPDIR/out"
# output:
# icmpInEchoReps as the kernel
# icmpInEchos as the kernel
# icmpInMsgs as the kernel
# icmpOutEchoReps as the kernel
# icmpOutMsgs as the kernel
# ipInReceives as the kernel
# ipOutRequests as the kernel
# tcpInDataInorderBytes as the kernel
# tcpInSegs as the kernel
# tcpOutDataBytes as the kernel
# tcpOutSegs as the kernel
# udpHCInDatagrams 5
# udpHCOutDatagrams 5
# udpInDatagrams as the kernel
# udpOutDatagrams as the kernel
