# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# A value of percentile() takes 5 KB: keys in cells and in the hash map have the same numbers; -x aggsize limits them.
one='syscall::lseek:entry /pid == $target && arg1 >= 100000 && arg1 < 102048/ { @[arg1 & 511] = percentile(arg1, 2); }'
cat >"$TMPDIR/seek.py" <<'END'
import os
fd = os.open("/dev/null", os.O_RDONLY)
for value in range(100000, 102048):
    os.lseek(fd, value, os.SEEK_SET)
END
for size in 4m 64m; do
	"$DTRACE" -q -x aggsize=$size -n "$one"' END { printa("%@d\n", @); }' -c "/usr/bin/python3 -S $TMPDIR/seek.py" |
		awk 'NF { n[$1]++ } END { for (count in n) print n[count], "keys of", count }'
done
"$DTRACE" -q -x aggsize=100k -n "$one"' END { printa("%@d\n", @); }' -c "/usr/bin/python3 -S $TMPDIR/seek.py" 2>"$TMPDIR/err" |
	awk 'NF { n++; sum += $1 } END { print (n < 30 ? "few keys" : n), (sum < 4096 ? "fewer values" : sum) }'
grep -q 'aggregation drop' "$TMPDIR/err" && echo "drops are reported"
# output:
# 512 keys of 8
# 512 keys of 8
# few keys fewer values
# drops are reported
