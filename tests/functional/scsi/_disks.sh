# SPDX-License-Identifier: BSD-2-Clause
# Two disks: $DISK of the module scsi_debug, of which sector 4660 cannot be read, and $ATA, that of the guest
# at a controller of PATA. Only guests get them; cases take turns.
[ -n "${DT_GUEST-}" ] || { echo "adds disks to the machine: in guests only"; exit 77; }
exec 9> /tmp/dtrace-scsi.lock
flock 9
modprobe=$(cat /proc/sys/kernel/modprobe)
"$modprobe" -q scsi_debug dev_size_mb=8 opts=2 && "$modprobe" -q sd_mod && "$modprobe" -q ata_piix ||
	{ echo "this kernel has no scsi_debug, sd_mod or ata_piix"; exit 77; }

# disk DRIVER: waits for the disk of the host adapter with that driver.
disk() {
	local host block
	while :; do
		for host in /sys/class/scsi_host/host*; do
			[ "$(cat "$host/proc_name")" = "$1" ] || continue
			for block in "$host"/device/target*/*/block/*; do
				[ ! -b "/dev/${block##*/}" ] || { echo "/dev/${block##*/}"; return; }
			done
		done
		sleep 0.1
	done
}
DISK=$(disk scsi_debug) ATA=$(disk ata_piix)
# Disks have been scanned for partitions when no command is in flight any more.
until [ "$(awk -v a="${DISK##*/}" -v b="${ATA##*/}" '$3 == a || $3 == b { n += $12 } END { print n }' /proc/diskstats)" = 0 ]; do
	sleep 0.1
done
