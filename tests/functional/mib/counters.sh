# SPDX-License-Identifier: BSD-2-Clause
# Each counter of events and errors, in the workload's network; errors as the kernel counts them. A timer's interrupt sends segments again, and a kernel may
# run no program in some threads that it interrupts: what counts then is what the tracepoint told.
"$DTRACE" -qc "$WORKLOADS/counters" -x aggsortkey -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { net = curthread->nsproxy->net_ns; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { net = NULL; }
	mib::: /net && (struct net *)arg1 == net/ { @[probename] = sum(arg0); }
	sdt:tcp::tcp_retransmit_skb /net && ((struct sock *)args[0])->__sk_common.skc_net.net == net/ {
		@told = count();
	}
	END { printa("told %@d\n", @told); printa("%s %@d\n", @); }' > "$TMPDIR/out"
awk '$1 == "read" { lost = $4; next } $1 == "again" { again = $2; next } $1 == "told" { told = $2; next }
	$1 == "counted" { counted[$2] = $3; next }
	/^(icmpIn|icmpOutMsgs|ipI[fn][SR]|ipOut|tcpIn[^E]|tcpOut|udpHC|udp.*Datagrams)/ { next } # see traffic.sh
	$1 in counted { $2 = $2 == counted[$1] ? "as the kernel" : $2 " of " counted[$1] }
	/^udpInOver/ { $2 = $2 == lost ? "as many" : $2 " of " lost }
	/^tcpRetrans/ { $2 = $2 == told && told <= again ? "as many" : $2 " of " told ", " again } NF' "$TMPDIR/out"
# output:
# icmpOutDestUnreachs 3
# ipInCksumErrs 1
# ipInHdrErrors 3
# ipInUnknownProtos 1
# tcpActiveOpens 11
# tcpAttemptFails 7
# tcpEstabResets 2
# tcpInErrs as the kernel
# tcpPassiveOpens 4
# tcpRetransSegs as many
# udpInCksumErrs 1
# udpInErrors as the kernel
# udpInOverflows as many
# udpNoPorts 2
