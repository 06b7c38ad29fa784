# SPDX-License-Identifier: BSD-2-Clause
# A server of NFS that exports $EXPORT, and how to mount it. It is the whole machine's, so only guests
# start one; cases take turns.
[ -n "${DT_GUEST-}" ] || { echo "starts the NFS server of the machine: in guests only"; exit 77; }
for tool in rpcbind exportfs rpc.mountd rpc.nfsd mount.nfs; do
	command -v $tool > /dev/null || { echo "no $tool"; exit 1; }
done
exec 9> /tmp/dtrace-nfs.lock
flock 9
EXPORT=/tmp/dtrace-nfs
if ! mountpoint -q $EXPORT; then
	mount -t tmpfs state /var/lib/nfs
	mkdir -p /var/lib/nfs/{v4recovery,sm,rpc_pipefs} $EXPORT
	touch /var/lib/nfs/{etab,rmtab}
	mount -t nfsd nfsd /proc/fs/nfsd || { echo "this kernel has no NFS server"; exit 77; }
	mount -t tmpfs export $EXPORT
	rpcbind -w 9>&-
	exportfs -o rw,no_root_squash,insecure,fsid=0,no_subtree_check 127.0.0.1:$EXPORT
	rpc.mountd 9>&-
	rpc.nfsd -V 3 -G 10 -L 10 1 9>&-
	echo Y 2> /dev/null > /proc/fs/nfsd/v4_end_grace # else clients that write wait 10 s
fi

# version3 DIRECTORY, version4 DIRECTORY: the commands that mount it there
version3="mount -o vers=3,nolock,tcp,mountproto=tcp,noac 127.0.0.1:$EXPORT"
version4="mount -t nfs4 -o addr=127.0.0.1,clientaddr=127.0.0.1,vers=4.2 127.0.0.1:/"
