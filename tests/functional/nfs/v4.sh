# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# The server's operations of version 4: their order, paths, arguments and results; compounds, and a
# recalled delegation, for which some clients open the file again, without its name.
. ./_server.sh
mkdir "$TMPDIR/mnt" "$EXPORT/four"
head -c 3000 /dev/zero > $EXPORT/four/given
cat > "$TMPDIR/work" <<END
#!/bin/bash
$version4 "$TMPDIR/mnt" || exit 1
cd "$TMPDIR/mnt/four"
dd if=/dev/zero of=data bs=1000 count=3 oflag=direct status=none
mkdir dir
mv data dir/moved
ln dir/moved hard
cat none 2> /dev/null
exec 5< given
dd bs=4096 count=1 <&5 status=none > /dev/null
echo more >> $EXPORT/four/given # takes the delegation back
exec 5<&-
rm hard dir/moved
rmdir dir
cd /
umount "$TMPDIR/mnt"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	inline string path[string p] = strtok(strstr(p, "/four"), " ");
	nfsv4:::op-sequence-start { @pairs["sequence"] = sum(1); }
	nfsv4:::op-sequence-done { @pairs["sequence"] = sum(-1); }
	nfsv4:::compound-start { @pairs["compound"] = sum(1); @clients[args[0]->ci_remote, args[0]->ci_local,
	    args[0]->ci_protocol] = max(args[2]->minorversion); self->n = args[2]->argarray_len; }
	nfsv4:::compound-done { @pairs["compound"] = sum(-1);
	    @short[args[2]->status == 0 ? self->n == args[2]->resarray_len : self->n >= args[2]->resarray_len] = max(1); }
	nfsv4:::op-write-start { printf("write %s %d %d %d\n", path[args[1]->noi_curpath], args[2]->offset,
	    args[2]->data_len, args[2]->stable); }
	nfsv4:::op-write-done { printf("  %d %d %d\n", args[2]->status, args[2]->count, args[2]->committed); }
	nfsv4:::op-read-start { printf("read %s %d %d\n", path[args[1]->noi_curpath], args[2]->offset, args[2]->count);
	    xid = args[1]->noi_xid; }
	nfsv4:::op-read-done { printf("  %d %d %d %d\n", args[2]->status, args[2]->data_len, args[2]->eof,
	    xid == args[1]->noi_xid); }
	nfsv4:::op-open-start { self->name = args[2]->file; self->access = args[2]->share_access; }
	nfsv4:::op-open-done /self->name != "<unknown>"/ { printf("open %s %d: %s\n", self->name, self->access, nfs_status_string[args[2]->status]);
	    this->type = args[2]->delegation.delegation_type; }
	nfsv4:::op-open-done /self->name == "given"/
	{ printf("  %d\n", this->type == OPEN_DELEGATE_READ || this->type == OPEN_DELEGATE_READ_ATTRS_DELEG); }
	nfsv4:::op-create-start { printf("create %s %s %d\n", path[args[1]->noi_curpath], args[2]->objname, args[2]->objtype); }
	nfsv4:::op-create-done { printf("  %s\n", path[args[1]->noi_curpath]); }
	nfsv4:::op-rename-start { printf("rename %s %s\n", args[2]->oldname, args[2]->newname); }
	nfsv4:::op-link-start { printf("link %s %s\n", path[args[1]->noi_curpath], args[2]->newname); }
	nfsv4:::op-remove-start { printf("remove %s %s\n", path[args[1]->noi_curpath], args[2]->target); }
	nfsv4:::op-remove-done { printf("  %d\n", args[2]->status); }
	nfsv4:::cb-recall-start, nfsv4:::cb-recall-done { @recalls[probename, args[0]->ci_remote, path[args[1]->nci_curpath]] = max(1); }
	END { printa("%s %s %s 4.%@d\n", @clients); printa("%s pairs %@d\n", @pairs); printa("as many results %d\n", @short);
	    printa("%s %s %s\n", @recalls); }' 2>&1 |
	grep -v 'has exited'
# output:
# open data 2: OK
# write /four/data 0 1000 2
#   0 1000 2
# write /four/data 1000 1000 2
#   0 1000 2
# write /four/data 2000 1000 2
#   0 1000 2
# create /four dir 2
#   /four/dir
# rename data moved
# link /four hard
# open none 1: NOENT
# open given 1: OK
#   1
# read /four/given 0 4096
#   0 3000 1 1
# remove /four hard
#   0
# remove /four/dir moved
#   0
# remove /four dir
#   0
# 127.0.0.1 127.0.0.1 ipv4 4.2
# compound pairs 0
# sequence pairs 0
# as many results 1
# cb-recall-done 127.0.0.1 /four/given
# cb-recall-start 127.0.0.1 /four/given
#
