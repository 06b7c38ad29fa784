# SPDX-License-Identifier: BSD-2-Clause
# Each thread waits once for its kind of lock, at least as long as the workload knows. (The first thread, "contend",
# may have to wait as well.)
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
	awk '$1 == "trace" { row[++rows] = $0 }
		$1 == "error" { print }
		NF == 2 { least[$1] = $2 }
		END {
			for (i = 1; i <= rows; i++) {
				split(row[i], f)
				if (f[4] < least[f[2]]) # a lock of the kernel on the way
					continue
				what[f[2]] = f[3] " " f[5] " " f[6]
				n[f[2]]++
				late[f[2]] = f[4] >= least[f[2]] + 20000000000
			}
			for (t in n)
				print t, what[t], n[t], !late[t]
		}' \
		"$TMPDIR/out" | sort
done
# output:
# second adaptive-block 0 1 1 1
# error second 4
# reader rw-block 1 1 1 1
# writer rw-block 0 1 1 1
