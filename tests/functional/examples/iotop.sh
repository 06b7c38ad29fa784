# SPDX-License-Identifier: BSD-2-Clause
# The bytes of two programs that bypass the page cache, summed up over the intervals. A busy disk may get a request
# again later, perhaps from a kernel thread.
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
	awk -v little=$((8 << 16)) -v much=$((64 << 16)) '
		$4 == "W" { sum[$1 ~ /^kworker/ ? "kernel" : $1] += $5 }
		function all(name, bytes) {
			print name, (sum[name] >= 2 * bytes ? "twice" : sum[name] + sum["kernel"] < bytes ? "too little" : "all")
		}
		END { all("little", little); all("much", much) }'
# output:
# little all
# much all
