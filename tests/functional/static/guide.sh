# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Every program in the guide's chapters on providers runs, and prints something about its workload: a
# shell that starts commands, two of which want one CPU, and uses files; connections; locks. This case
# finds new chapters by itself.
cat > "$TMPDIR/files" <<END
#!/bin/bash
exec > /dev/null
echo text > "$TMPDIR/file"
sync "$TMPDIR/file"
cat "$TMPDIR/file"
count() { taskset -c 0 sh -c 'n=0; while [ \$n -lt 30000 ]; do n=\$((n + 1)); done'; }
count & count
wait
END
cat > "$TMPDIR/network" <<END
#!/bin/bash
echo name > /dev/udp/127.0.0.1/53
exec twohosts tcp:4 refused:4 ping:4
END
chmod +x "$TMPDIR/files" "$TMPDIR/network"

# Events that need not occur: waiting for a spin lock, I/O of NFS, I/O of files that are not on a block device.
silent='spin-spin|"nfs"'
case $(stat -f -c %T "$TMPDIR") in
ext* | xfs | btrfs) ;;
*) silent="$silent|io:::" ;;
esac

# Providers that need a kernel with fbt.
by_fbt=adaptive-acquire
if "$DTRACE" -ln fbt::mutex_lock:entry > /dev/null 2>&1; then by_fbt=; fi

# Writes each program of chapter $1 to a separate file in directory $2: the indented lines from the
# command on.
programs() {
	awk -v dir="$2" '
		!/^    / { file = "" }
		/^    dtrace -/ { file = sprintf("%s/%02d", dir, ++n) }
		file { print > file }' "$1"
}

# Runs the programs of a chapter, and prints their number.
try_each() { # NAME WORK
	local dir=$TMPDIR/$1 program
	mkdir "$dir"
	programs "$SRCDIR/../../../docs/guide/$1.md" "$dir"
	for program in "$dir"/[0-9]*; do
		[ -z "$by_fbt" ] || ! grep -q "$by_fbt" "$program" || continue
		sed "1s#^ *dtrace\( -c ./server\)*#timeout 200 \"\$DTRACE\" -c '$2'#" "$program" > "$dir/run"
		bash "$dir/run" > "$dir/out" 2> "$dir/err" < /dev/null || cat "$dir/err"
		grep -q '[^ ]' "$dir/out" || grep -q -E "$silent" "$program" || sed '1s/^/nothing:/' "$program"
	done
	echo "$1: $(ls "$dir"/[0-9]* | wc -l) programs"
}

# Two chapters at the same time: most programs wait.
for chapter in "$SRCDIR"/../../../docs/guide/*.md; do
	name=$(basename "$chapter" .md)
	case $name in nfsv[34] | smbclient | scsi | ata | iscsi) continue ;; esac # nfs/guide.sh, …
	[ "$name" = cpc ] || grep -q -s "^provider $name {" "$SRCDIR/../../../lib/$name.d" || continue
	case $name in
	icmp | ip | tcp | udp | mib) work=$TMPDIR/network ;;
	lockstat) work='contend mutex' ;;
	plockstat) work=locks ;;
	*) work=$TMPDIR/files ;;
	esac
	[ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
	try_each "$name" "$work" > "$TMPDIR/$name.tried" 2>&1 &
done
wait
cat "$TMPDIR"/*.tried
# output:
# cpc: 2 programs
# fsinfo: 2 programs
# icmp: 2 programs
# io: 4 programs
# ip: 2 programs
# lockstat: 3 programs
# mib: 3 programs
# plockstat: 2 programs
# proc: 2 programs
# sched: 2 programs
# sdt: 2 programs
# sysinfo: 2 programs
# tcp: 2 programs
# udp: 2 programs
# vminfo: 2 programs
