# SPDX-License-Identifier: BSD-2-Clause
# timeout: 90
# Which of the threads waits for which kind of lock, as long as the workload knows at least, once. (The first thread,
# "contend", may have to wait as well.)
for verb in mutex error rw; do
	"$DTRACE" -qc "contend $verb" -n '
		lockstat:::adaptive-block, lockstat:::adaptive-spin, lockstat:::rw-block
		/pid == $target && execname != "contend"/
		{
			printf("trace %s %s %d %d %d\n", execname, probename, args[1], arg2, arg0 != 0);
		}
		lockstat:::adaptive-acquire-error
		/pid == $target && execname != "contend"/
		{
			printf("error %s %d\n", execname, args[1]);
		}' > "$TMPDIR/out"
	! grep userfaultfd "$TMPDIR/out" || exit 77
	awk '$1 == "trace" { is[$2] = $3 " " $5 " " $6; ns[$2] = $4; n[$2]++ }
		$1 == "error" { print }
		NF == 2 { least[$1] = $2 }
		END { for (t in is) print t, is[t], n[t], (ns[t] >= least[t] && ns[t] < least[t] + 20000000000) }' \
		"$TMPDIR/out" | sort
done
