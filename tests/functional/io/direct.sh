# SPDX-License-Identifier: BSD-2-Clause
# The file of direct reads and writes, whose pages are the program's.
name=dtrace-io-direct
case $(stat -f -c %T "$TMPDIR") in
ext* | xfs) ;;
*) echo "$TMPDIR is on no file system that uses iomap"; exit 77 ;;
esac
dd if=/dev/zero of="$TMPDIR/$name" bs=4k count=12 conv=fsync status=none
cat > "$TMPDIR/work" <<END
#!/bin/sh
dd if=/dev/zero of="$TMPDIR/$name" oflag=direct conv=notrunc bs=16k count=3 status=none
dd if="$TMPDIR/$name" of=/dev/null iflag=direct bs=48k count=1 status=none
END
chmod +x "$TMPDIR/work"
timeout 60 "$DTRACE" -qn '
	io:::start /args[2]->fi_pathname == $$1 && args[2]->fi_name == $$2/ {
		@[args[0]->b_flags & B_READ ? "read" : "written"] = sum(args[0]->b_bcount);
	}
	END { printa("%s %@d\n", @); }' -c "$TMPDIR/work" "$TMPDIR/$name" "$name" 2>&1 | grep .
# output:
# read 49152
# written 49152
