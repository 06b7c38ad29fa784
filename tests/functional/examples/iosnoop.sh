# SPDX-License-Identifier: BSD-2-Clause
# Data written to a file and read back, with the requesting program. A disk's interrupt says that a request is done, and
# on some machines programs do not run in that interrupt for certain threads: most of eight rounds are seen.
. ./_run.sh
case $(stat -f -c %T "$TMPDIR") in
ext* | xfs | btrfs) ;;
*) echo "$TMPDIR is on no block device"; exit 77 ;;
esac
cat > work <<END
#!/bin/sh
for round in 1 2 3 4 5 6 7 8; do
	dd if=/dev/zero of="$TMPDIR/data" bs=4k count=3 conv=fsync 2> err
	dd if="$TMPDIR/data" of=/dev/null iflag=nocache count=0 2>> err
	dd if="$TMPDIR/data" of=/dev/null 2>> err
done
END
chmod +x work
run io/iosnoop.d -c "$TMPDIR/work" | grep "$TMPDIR/data" > all
# The read may be split; the whole of it counts.
awk '{ sum[$2 " " $3 " " $6] += $4; slow += $5 > 0 }
	END { for (i in sum) print i, (sum[i] > 4 * 12288 && sum[i] <= 8 * 12288 ? "most" : sum[i]); print slow == NR ? "timed" : "" }' all | sort
# output:
# dd R 0 most
# dd W 0 most
# timed
