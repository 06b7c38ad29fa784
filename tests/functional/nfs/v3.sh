# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# The server's operations of version 3: their order, paths, arguments and results.
. ./_server.sh
mkdir "$TMPDIR/mnt" "$EXPORT/three"
cat > "$TMPDIR/work" <<END
#!/bin/bash
$version3 "$TMPDIR/mnt" || exit 1
cd "$TMPDIR/mnt/three"
dd if=/dev/zero of=data bs=1000 count=3 oflag=direct status=none
mkdir dir
mv data dir/moved
ln dir/moved hard
ln -s the-target soft
mknod fifo p
truncate -s 5 hard
dd if=hard of=/dev/null bs=4096 count=1 iflag=direct status=none
cat none 2> /dev/null
rm hard dir/moved soft fifo
rmdir dir
cd /
umount "$TMPDIR/mnt"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	inline string path[string p] = strtok(strstr(p, "/three"), " ");
	nfsv3:::op-null-start, nfsv3:::op-null-done { @null[probename, args[0]->ci_remote] = count(); }
	nfsv3:::op-*-start { @pairs = sum(1); }
	nfsv3:::op-*-start /probename != "op-null-start"/ { @clients[args[0]->ci_remote, args[0]->ci_local, args[0]->ci_protocol,
	    args[1]->noi_cred->cr_uid.val] = max(1); }
	nfsv3:::op-*-done { @pairs = sum(-1); }
	nfsv3:::op-write-start { printf("write %s %d %d %d %d\n", path[args[1]->noi_curpath], args[2]->offset,
	    args[2]->count, args[2]->data.data_len, args[2]->stable); }
	nfsv3:::op-write-done { printf("  %d %d %d\n", args[2]->status, args[2]->res_u.ok.count,
	    args[2]->res_u.ok.committed); }
	nfsv3:::op-read-start { printf("read %s %d %d\n", path[args[1]->noi_curpath], args[2]->offset, args[2]->count);
	    xid = args[1]->noi_xid; }
	nfsv3:::op-read-done { printf("  %d %d %d %d %d\n", args[2]->status, args[2]->res_u.ok.count,
	    args[2]->res_u.ok.data.data_len, args[2]->res_u.ok.eof, xid == args[1]->noi_xid); }
	nfsv3:::op-lookup-start { self->name = args[2]->what.name; }
	nfsv3:::op-lookup-done /self->name == "none"/ { printf("lookup %s %d %s\n", path[args[1]->noi_curpath],
	    args[2]->status, nfs_status_string[args[2]->status]); }
	nfsv3:::op-create-start, nfsv3:::op-mkdir-start, nfsv3:::op-mknod-start
	{ printf("%s %s %s\n", probename, path[args[1]->noi_curpath], args[2]->where.name); }
	nfsv3:::op-symlink-start { printf("symlink %s %s\n", args[2]->where.name, args[2]->symlink.symlink_data); }
	nfsv3:::op-rename-start { printf("rename %s %s\n", args[2]->from.name, args[2]->to.name); }
	nfsv3:::op-link-start { printf("link %s\n", args[2]->link.name); }
	nfsv3:::op-remove-start, nfsv3:::op-rmdir-start
	{ printf("%s %s %s\n", probename, path[args[1]->noi_curpath], args[2]->object.name); }
	nfsv3:::op-remove-done, nfsv3:::op-rmdir-done { printf("  %d\n", args[2]->status); }
	END { printa("%s %s %@d\n", @null); printa("%s %s %s %d\n", @clients); printa("pairs %@d\n", @pairs); }' 2>&1 |
	grep -v 'has exited'
# output:
# op-create-start /three data
# write /three/data 0 1000 1000 2
#   0 1000 2
# write /three/data 1000 1000 1000 2
#   0 1000 2
# write /three/data 2000 1000 1000 2
#   0 1000 2
# op-mkdir-start /three dir
# rename data moved
# link hard
# symlink soft the-target
# op-mknod-start /three fifo
# read /three/hard 0 4096
#   0 5 5 1 1
# lookup /three 2 NOENT
# op-remove-start /three hard
#   0
# op-remove-start /three/dir moved
#   0
# op-remove-start /three soft
#   0
# op-remove-start /three fifo
#   0
# op-rmdir-start /three dir
#   0
# op-null-done 127.0.0.1 2
# op-null-start 127.0.0.1 2
# 127.0.0.1 127.0.0.1 ipv4 0
# pairs 0
#
