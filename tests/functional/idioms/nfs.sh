# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# Constructs of scripts about servers of NFS: both ends of an operation by its number, all operations by
# client, files by bytes, casts of arg0.
cd ../nfs && . ./_server.sh
mkdir "$TMPDIR/mnt"
cat > "$TMPDIR/work" <<END
#!/bin/bash
for mount in "$version3" "$version4"; do
	\$mount "$TMPDIR/mnt" || exit 1
	dd if=/dev/zero of="$TMPDIR/mnt/idiom" bs=1000 count=3 oflag=direct status=none
	dd if="$TMPDIR/mnt/idiom" of=/dev/null bs=4096 iflag=direct status=none
	umount "$TMPDIR/mnt"
done
END
chmod +x "$TMPDIR/work"
cat > "$TMPDIR/script.d" <<'END'
#pragma D option quiet

dtrace:::BEGIN
{
	stable[0] = "Unstable";
	stable[1] = "Data_Sync";
	stable[2] = "File_Sync";
}

nfsv3:::op-*, nfsv4:::op-*
{
	@ops[args[0]->ci_remote, strstr(probename, "op-") == probename] = count();
}

nfsv3:::op-read-start, nfsv3:::op-write-start,
nfsv4:::op-read-start, nfsv4:::op-write-start
{
	start[args[1]->noi_xid] = timestamp;
}

nfsv3:::op-read-done, nfsv3:::op-write-done,
nfsv4:::op-read-done, nfsv4:::op-write-done
/start[args[1]->noi_xid] != 0/
{
	this->elapsed = timestamp - start[args[1]->noi_xid];
	@rw[probename == "op-read-done" ? "read" : "write", basename(args[1]->noi_curpath)] = count();
	@host[args[0]->ci_remote] = min(this->elapsed > 0);
	start[args[1]->noi_xid] = 0;
}

nfsv3:::op-read-done { @bytes[probeprov, basename(args[1]->noi_curpath)] = sum(args[2]->res_u.ok.data.data_len); }
nfsv3:::op-write-done { @bytes[probeprov, basename(args[1]->noi_curpath)] = sum(args[2]->res_u.ok.count); }
nfsv4:::op-read-done { @bytes[probeprov, basename(args[1]->noi_curpath)] = sum(args[2]->data_len); }
nfsv4:::op-write-done { @bytes[probeprov, basename(args[1]->noi_curpath)] = sum(args[2]->count); }
nfsv3:::op-write-start { @sync[stable[args[2]->stable]] = count(); }
nfsv3:::op-getattr-done, nfsv3:::op-access-done, nfsv3:::op-create-done /args[2]->status != 0/ { @errors = count(); }

dtrace:::END
{
	printa("%s %d\n", @ops);
	printa("%s %s %@d\n", @rw);
	printa("%s %@d\n", @host);
	printa("%s %s %@d\n", @bytes);
	printa("%s %@d\n", @sync);
}
END
"$DTRACE" -s "$TMPDIR/script.d" -c "$TMPDIR/work" 2>&1 | grep -v 'has exited'
# output:
# 127.0.0.1 1
# read idiom 4
# write idiom 6
# 127.0.0.1 1
# nfsv3 idiom 6000
# nfsv4 idiom 6000
# File_Sync 3
#
