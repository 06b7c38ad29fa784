# SPDX-License-Identifier: BSD-2-Clause
# What arrives and what is sent, by each probe as the kernel counts it.
"$DTRACE" -qc "$WORKLOADS/traffic" -x aggsortkey -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { net = curthread->nsproxy->net_ns; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { net = NULL; }
	mib::tcp_*:, mib::udp_*:, mib::ip_*:, mib::icmp_*: /net && (struct net *)arg1 == net/ { @[probename] = sum(arg0); }
	END { printa("%s %@d\n", @); }' > "$TMPDIR/out" || exit 1
awk '$1 == "counted" { counted[$2] = $3; next }
	$1 in counted { print $1, $2 == counted[$1] ? "as the kernel" : $2 " of " counted[$1] }
	/^udpHC/ { print $1, $2 }' "$TMPDIR/out"
