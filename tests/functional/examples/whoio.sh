# SPDX-License-Identifier: BSD-2-Clause
# Sixteen blocks go past the page cache.
. ./_run.sh
dd if=/dev/zero of=data bs=4k count=16 oflag=direct 2> err || { echo "$TMPDIR has no direct I/O: $(head -1 err)"; exit 77; }
case $(stat -f -c %T .) in
ext* | xfs | btrfs) ;;
*) echo "$TMPDIR is on no block device"; exit 77 ;;
esac
run io/whoio.d -c "dd if=/dev/zero of=$TMPDIR/data conv=notrunc bs=4k count=16 oflag=direct" 2> err | rows dd | grep ' W ' | mask 1 3
