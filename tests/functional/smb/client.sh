# SPDX-License-Identifier: BSD-2-Clause
# needs: smbd
# timeout: 200
# Operations of an SMB client: their order, paths, files, sizes, errors and times.
. ./_server.sh
mkdir "$TMPDIR/mnt" "$TMPDIR/other"
cat > "$TMPDIR/work" <<END
#!/bin/bash
$mount_share "$TMPDIR/mnt" || exit 1
$mount_share,nosharesock "$TMPDIR/other" || exit 1
cd "$TMPDIR/mnt"
dd if=/dev/zero of=data bs=1000 count=3 conv=notrunc,fsync status=none
dd if=data of=/dev/null bs=2000 count=3 status=none
exec 5<> "$TMPDIR/other/data"
flock -x 5
dd if=data of=/dev/null bs=100 count=1 status=none 2> /dev/null
exec 5<&-
cat none 2> /dev/null
(: >> vetoed) 2> /dev/null
mkdir dir
mkdir dir/below
rmdir dir 2> /dev/null
mv data moved
ln moved hard
ls > /dev/null
touch moved
rm moved hard
rmdir dir/below dir
cd /
umount "$TMPDIR/mnt" "$TMPDIR/other"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	smbclient:::op-open-done /args[0]->sco_error == 0 && args[0]->sco_path != ""/
	{
		path[args[0]->sco_file] = args[0]->sco_path;
		@opened[args[0]->sco_path] = sum(1);
	}
	smbclient:::op-close-done /path[args[0]->sco_file] != NULL/
	{
		@opened[path[args[0]->sco_file]] = sum(-1);
		path[args[0]->sco_file] = 0;
	}
	smbclient:::op-read-start, smbclient:::op-write-start, smbclient:::op-flush-start
	{
		printf("%s %s %d at %d\n", probename, path[args[0]->sco_file], args[0]->sco_length, args[0]->sco_offset);
		begun[args[0]->sco_file, args[0]->sco_offset] = timestamp;
	}
	smbclient:::op-read-done, smbclient:::op-write-done, smbclient:::op-flush-done
	{
		printf("  %s %d at %d, error %d, %s\n", path[args[0]->sco_file], args[0]->sco_length, args[0]->sco_offset,
		    args[0]->sco_error, timestamp > begun[args[0]->sco_file, args[0]->sco_offset] &&
		    begun[args[0]->sco_file, args[0]->sco_offset] > 0 ? "later" : "no start");
	}
	smbclient:::op-read-done, smbclient:::op-write-done /args[0]->sco_error == 0/
	{ @bytes[probename] = sum(args[0]->sco_length); }
	smbclient:::op-open-done, smbclient:::op-query-info-done /args[0]->sco_error/
	{ printf("%s %s: %s\n", probename, args[0]->sco_path, lltostr(args[0]->sco_error)); }
	smbclient:::op-mkdir-start, smbclient:::op-rename-start, smbclient:::op-link-start, smbclient:::op-remove-start,
	smbclient:::op-rmdir-start, smbclient:::op-set-info-start
	{ self->path = args[0]->sco_path; }
	smbclient:::op-mkdir-done, smbclient:::op-rename-done, smbclient:::op-link-done, smbclient:::op-remove-done,
	smbclient:::op-rmdir-done
	{ printf("%s %s %d\n", probename, args[0]->sco_path == self->path ? self->path : "?", args[0]->sco_error); }
	smbclient:::op-set-info-done { @set[args[0]->sco_path == self->path ? self->path : "?", args[0]->sco_error] = max(1); }
	smbclient:::op-query-dir-done { @names = sum(args[0]->sco_length); }
	smbclient:::op-*-start { @calls = sum(1); }
	smbclient:::op-*-done { @calls = sum(-1); }
	END
	{
		printa("%s %@d bytes\n", @bytes);
		printa("%s left open %@d\n", @opened);
		printa("op-set-info-done %s %d\n", @set);
		printa("names %@d, unfinished", @names);
		printa(" %@d\n", @calls);
	}' 2>&1 | grep -v 'has exited'
# output:
# op-write-start \data 1000 at 0
#   \data 1000 at 0, error 0, later
# op-write-start \data 1000 at 1000
#   \data 1000 at 1000, error 0, later
# op-write-start \data 1000 at 2000
#   \data 1000 at 2000, error 0, later
# op-flush-start \data 0 at 0
#   \data 0 at 0, error 0, later
# op-read-start \data 2000 at 0
#   \data 2000 at 0, error 0, later
# op-read-start \data 2000 at 2000
#   \data 1000 at 2000, error 0, later
# op-read-start \data 2000 at 3000
#   \data 0 at 3000, error 0, later
# op-read-start \data 100 at 0
#   \data 100 at 0, error 13, later
# op-query-info-done \none: 2
# op-open-done \vetoed: 2
# op-query-info-done \dir: 2
# op-mkdir-done \dir 0
# op-query-info-done \dir\below: 2
# op-mkdir-done \dir\below 0
# op-rmdir-done \dir 39
# op-query-info-done \moved: 2
# op-rename-done \data 0
# op-query-info-done \hard: 2
# op-link-done \moved 0
# op-flush-start \moved 0 at 0
#   \moved 0 at 0, error 0, later
# op-remove-done \moved 0
# op-remove-done \hard 0
# op-rmdir-done \dir\below 0
# op-rmdir-done \dir 0
# op-read-done 3000 bytes
# op-write-done 3000 bytes
# \data left open 0
# \moved left open 0
# op-set-info-done \moved 0
# names 5, unfinished 0
#
