# SPDX-License-Identifier: BSD-2-Clause
# The file that pages of the page cache belong to, when they are written and when they are read.
name=dtrace-io-file
case $(stat -f -c %T "$TMPDIR") in
tmpfs | overlayfs | fuseblk | fuse | UNKNOWN*) echo "$TMPDIR is on no block device"; exit 77 ;;
esac
cat > "$TMPDIR/work" <<END
#!/bin/sh
dd if=/dev/zero of="$TMPDIR/$name" bs=4k count=3 conv=fsync 2> "$TMPDIR/err"
dd if="$TMPDIR/$name" of=/dev/null iflag=nocache count=0 2>> "$TMPDIR/err"
dd if="$TMPDIR/$name" of=/dev/null 2>> "$TMPDIR/err"
END
chmod +x "$TMPDIR/work"
timeout 60 "$DTRACE" -qn '
	io:::start, io:::done /args[2]->fi_name == $$1 && args[2]->fi_pathname == $$2 && args[2]->fi_dirname == dirname($$2)/ {
		@[probename, args[0]->b_flags & B_READ ? "read" : "write", args[0]->b_error] = sum(args[0]->b_bcount);
	}
	END { printa("%s %s %d: %@d\n", @); }' -c "$TMPDIR/work" "$name" "$TMPDIR/$name" | grep . | sort
