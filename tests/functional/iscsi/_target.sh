# SPDX-License-Identifier: BSD-2-Clause
# A target of iSCSI, $TARGET at 127.0.0.1:3260, with a disk in memory. It is the whole machine's, so only
# guests start one; cases take turns.
[ -n "${DT_GUEST-}" ] || { echo "starts the iSCSI target of the machine: in guests only"; exit 77; }
exec 9> /tmp/dtrace-iscsi.lock
flock 9
TARGET=iqn.2026-01.org.example:disk
config=/sys/kernel/config/target
if [ ! -d $config/iscsi/$TARGET ]; then
	modprobe=$(cat /proc/sys/kernel/modprobe)
	"$modprobe" -q target_core_mod && "$modprobe" -q iscsi_target_mod ||
		{ echo "this kernel has no iscsi_target_mod"; exit 77; }
	mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
	mkdir -p $config/core/rd_mcp_0/memory
	echo rd_pages=1024 > $config/core/rd_mcp_0/memory/control
	echo 1 > $config/core/rd_mcp_0/memory/enable
	mkdir -p $config/iscsi
	mkdir $config/iscsi/$TARGET $config/iscsi/$TARGET/tpgt_1
	group=$config/iscsi/$TARGET/tpgt_1
	mkdir $group/lun/lun_5 $group/np/127.0.0.1:3260
	ln -s $config/core/rd_mcp_0/memory $group/lun/lun_5/virtual
	echo 0 > $group/attrib/authentication
	echo 1 > $group/attrib/generate_node_acls
	echo 0 > $group/attrib/demo_mode_write_protect
	echo No > $group/param/ImmediateData
	echo 1 > $group/enable
fi
