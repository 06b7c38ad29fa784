# SPDX-License-Identifier: BSD-2-Clause
# timeout: 60
# Every counter, in the workload's network.
"$DTRACE" -qc "$WORKLOADS/counters" -x aggsortkey -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { net = curthread->nsproxy->net_ns; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { net = NULL; }
	mib::: /net && (struct net *)arg1 == net/ { @[probename] = sum(arg0); }
	END { printa("%s %@d\n", @); }' 2> "$TMPDIR/err" > "$TMPDIR/out"
awk '$1 == "read" { lost = $4; next } $1 == "again" { again = $2; next }
	/^udpIn(Err|Over)/ { $2 = $2 == lost ? "as many" : $2 " of " lost }
	/^tcpRetrans/ { $2 = $2 == again ? "as many" : $2 " of " again } NF' "$TMPDIR/out"
