# SPDX-License-Identifier: BSD-2-Clause
#
# The unit is valid, and its programs run with exactly its capabilities, as another user, and see the whole system.
command -v setpriv >/dev/null || { echo "setpriv is not installed" >&2; exit 77; }
packaging=$(realpath ../../../packaging)
unit="$packaging/dtrace@.service.in"
if command -v systemd-analyze >/dev/null; then
	sed "s|@dtrace@|$DTRACE|" "$unit" >"$TMPDIR/dtrace@.service"
	systemd-analyze verify --man=no "$TMPDIR/dtrace@disks.service" 2>&1 | grep "dtrace@"
fi
value() { # KEY: its value in the unit
	sed -n "s/^$1=//p" "$unit"
}
[ "$(value AmbientCapabilities)" = "$(value CapabilityBoundingSet)" ] && value NoNewPrivileges
caps=$(value AmbientCapabilities | tr 'A-Z' 'a-z' | sed 's/cap_/+/g; s/ /,/g')
echo "$caps"
# The build may lie where other users cannot go.
chmod 755 "$TMPDIR"
confined() { # ARGUMENT…
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,"$caps" --ambient-caps=-all,"$caps" \
		--bounding-set=-all,"$caps" --no-new-privs "$DTRACE" "$@"
}
confined -q -n 'BEGIN { printf("user %d\n", uid); exit(0); }'
for program in calls runq disks; do
	mkfifo "$TMPDIR/$program"
	confined -q -s "$packaging/service/$program.d" -n 'BEGIN { printf("ready\n"); } tick-100ms /i++ == 20/ { exit(0); }' \
		>"$TMPDIR/$program" &
	exec 3<"$TMPDIR/$program"
	read -r ready <&3
	echo "$program $ready"
	# Work of another user: system calls, processes that wait for a CPU, and a write, where the file is on a disk.
	for _ in 1 2 3; do
		cat /proc/self/comm /nosuch >/dev/null 2>&1
	done
	dd if=/dev/zero of="$TMPDIR/data" bs=64k count=4 oflag=direct 2>/dev/null || sync "$TMPDIR/data"
	case $program$(cat <&3) in
	disks*) ;;
	*[0-9]*) echo "$program has data" ;;
	esac
	wait
done
# output:
# yes
# +bpf,+perfmon,+sys_ptrace,+syslog,+dac_read_search
# user 65534
#
# calls ready
# calls has data
# runq ready
# runq has data
# disks ready
