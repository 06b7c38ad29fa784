# SPDX-License-Identifier: BSD-2-Clause
# The file of pages of the page cache, when they are written and when they are read; a file whose path is longer than a
# string. A disk's interrupt says that a request is done, and on some machines programs do not run in that interrupt for
# certain threads: most of eight rounds are seen.
name=dtrace-io-file
case $(stat -f -c %T "$TMPDIR") in
tmpfs | overlayfs | fuseblk | fuse | UNKNOWN*) echo "$TMPDIR is on no block device"; exit 77 ;;
esac
cat > "$TMPDIR/work" <<END
#!/bin/sh
for round in 1 2 3 4 5 6 7 8; do
	dd if=/dev/zero of="$TMPDIR/$name" bs=4k count=3 conv=fsync 2> "$TMPDIR/err"
	dd if="$TMPDIR/$name" of=/dev/null iflag=nocache count=0 2>> "$TMPDIR/err"
	dd if="$TMPDIR/$name" of=/dev/null 2>> "$TMPDIR/err"
done
END
chmod +x "$TMPDIR/work"
timeout 60 "$DTRACE" -qn '
	io:::start, io:::done /args[2]->fi_name == $$1 && args[2]->fi_pathname == $$2 && args[2]->fi_dirname == dirname($$2)/ {
		@[probename, args[0]->b_flags & B_READ ? "read" : "write", args[0]->b_error] = sum(args[0]->b_bcount);
	}
	io:::start /args[2]->fi_fs == "bdev"/ { own++; }
	END { printa("%s %s %d: %@d\n", @); printf("the file system'"'"'s own: %d\n", own); }' -c "$TMPDIR/work" "$name" "$TMPDIR/$name" | grep . | sort |
	awk '$1 == "done" { $4 = $4 > 4 * 12288 && $4 <= 8 * 12288 ? "most" : $4 } { print }'
deep=$TMPDIR/$(printf 'd%.0s' {1..150})/$(printf 'e%.0s' {1..150})
mkdir -p "$deep"
timeout 60 "$DTRACE" -qn '
	io:::start /args[2]->fi_name == $$1/ {
		@[args[2]->fi_dirname == substr($$2, 0, 256), args[2]->fi_pathname == substr($$2, 0, 256)] = sum(args[0]->b_bcount);
	}
	END { printa("%d %d: %@d\n", @); }' -c "dd if=/dev/zero of=$deep/$name.deep bs=4k count=1 conv=fsync status=none" "$name.deep" "$deep" | grep .
# output:
# done read 0: most
# done write 0: most
# start read 0: 98304
# start write 0: 98304
# the file system's own: 0
# 1 1: 4096
