# SPDX-License-Identifier: BSD-2-Clause
# The bytes of two programs that write past the cache, summed up over the intervals.
. ./_run.sh
case $(stat -f -c %T "$TMPDIR") in
ext* | xfs | btrfs) ;;
*) echo "$TMPDIR is on no block device"; exit 77 ;;
esac
for name in little much; do cp "$(command -v dd)" $name; done
cat > work <<END
#!/bin/sh
$TMPDIR/little if=/dev/zero of=disk bs=64k count=8 oflag=direct 2> err
$TMPDIR/much if=/dev/zero of=disk bs=64k count=64 oflag=direct 2>> err
sleep 2
END
chmod +x work
run io/iotop.d 1 -c "$TMPDIR/work" |
	awk '$1 == "much" || $1 == "little" { sum[$1 " " $4] += $5 } END { for (i in sum) print i, sum[i] }' | sort
