# SPDX-License-Identifier: BSD-2-Clause
# A server of SMB (smbd) on the loopback interface that shares $SHARE, and how to mount it. A guest
# alone starts one: its module cifs and port 445 are the whole machine's. Cases take turns.
[ -n "${DT_GUEST-}" ] || { echo "needs cifs, and starts the SMB server of the machine: in guests only"; exit 77; }
for tool in smbd mount.cifs; do
	command -v $tool > /dev/null || { echo "no $tool"; exit 1; }
done
"$(cat /proc/sys/kernel/modprobe)" -q cifs || { echo "this kernel has no cifs"; exit 77; }
# mount_share DIRECTORY: the command that mounts it there, without caches
mount_share="mount -t cifs //127.0.0.1/share -o guest,vers=3.1.1,nodfs,cache=none,actimeo=0"
state=/tmp/dtrace-smb SHARE=/tmp/dtrace-smb/share
exec 9> /tmp/dtrace-smb.lock
flock 9
if ! mountpoint -q $state; then
	mkdir -p $state
	mount -t tmpfs state $state
	mkdir $SHARE
	cat > $state/conf <<-END
		[global]
		server role = standalone
		map to guest = bad user
		guest account = root
		interfaces = lo
		bind interfaces only = yes
		smb ports = 445
		disable netbios = yes
		disable spoolss = yes
		load printers = no
		private dir = $state
		lock directory = $state
		state directory = $state
		cache directory = $state
		pid directory = $state
		ncalrpc dir = $state
		log file = $state/log
		[share]
		path = $SHARE
		read only = no
		veto files = /vetoed/
		guest ok = yes
	END
	TMPDIR=$state smbd -D -s $state/conf -l $state 9>&-
	mkdir $state/first # a server that has begun to listen may still refuse clients
	until $mount_share $state/first 2> $state/said; do
		[ $((n++)) -lt 100 ] || { cat $state/said; exit 1; }
		sleep 0.1
	done
	umount $state/first
fi
