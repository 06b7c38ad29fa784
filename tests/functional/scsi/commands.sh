# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# SCSI and ATA commands: operation, location, result, an error; the disk.
. ./_disks.sh
cat > "$TMPDIR/work" <<END
#!/bin/sh
for disk in $DISK $ATA; do
	dd if=\$disk of=/dev/null bs=8192 count=1 skip=3 iflag=direct status=none
	dd of=\$disk if=/dev/zero bs=4096 count=1 seek=5 oflag=direct conv=fsync,notrunc status=none
done
dd if=$DISK of=/dev/null bs=512 count=1 skip=4660 iflag=direct status=none 2> /dev/null
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	inline string disk[string name] = name == "'"${DISK##*/}"'" ? "disk" : name == "'"${ATA##*/}"'" ? "ata" : name;
	scsi:::start, scsi:::done
	{
		printf("%-5s %s %s %d %s, block %d, %d bytes, %s; %d %d\n", probename, disk[args[2]->dev_statname], args[0]->ic_opname,
		    args[0]->ic_len, args[0]->ic_opcode == args[0]->ic_cdb[0] ? "same" : "other", args[0]->ic_lba,
		    args[0]->ic_datalen, args[0]->ic_flags & B_READ ? "read" : args[0]->ic_flags & B_WRITE ? "write" : "none",
		    probename == "done" ? args[0]->ic_status : 0, probename == "done" ? args[0]->ic_hoststatus : 0);
		@devices[args[1]->sd_driver, args[1]->sd_vendor, args[1]->sd_model, args[1]->sd_channel, args[1]->sd_id,
		    args[1]->sd_lun] = min(args[1]->sd_host < 9);
	}
	ata:::start, ata:::done
	{
		printf("  %-5s %s %s, block %d, %d bytes, %s; %x %x %x\n", probename, disk[args[2]->dev_statname], args[0]->ac_name,
		    args[0]->ac_lba, args[0]->ac_datalen, args[0]->ac_flags & B_READ ? "read" : args[0]->ac_flags & B_WRITE ?
		    "write" : "none", probename == "done" ? args[0]->ac_status & 1 : 0, args[0]->ac_error, args[0]->ac_errmask);
		@ata[args[1]->ad_device] = min(args[1]->ad_port > 0);
	}
	END { printa("%s|%s|%s|%d:%d:%d %@d\n", @devices); printa("device %d %@d\n", @ata); }' 2>&1 | grep -v 'has exited'
# output:
# start disk read(10) 10 same, block 48, 8192 bytes, read; 0 0
# done  disk read(10) 10 same, block 48, 8192 bytes, read; 0 0
# start disk write(10) 10 same, block 40, 4096 bytes, write; 0 0
# done  disk write(10) 10 same, block 40, 4096 bytes, write; 0 0
# start disk sync-cache 10 same, block 0, 0 bytes, none; 0 0
# done  disk sync-cache 10 same, block 0, 0 bytes, none; 0 0
# start ata read(10) 10 same, block 48, 8192 bytes, read; 0 0
#   start ata read-dma, block 48, 8192 bytes, read; 0 0 0
#   done  ata read-dma, block 48, 8192 bytes, read; 0 0 0
# done  ata read(10) 10 same, block 48, 8192 bytes, read; 0 0
# start ata write(10) 10 same, block 40, 4096 bytes, write; 0 0
#   start ata write-dma, block 40, 4096 bytes, write; 0 0 0
#   done  ata write-dma, block 40, 4096 bytes, write; 0 0 0
# done  ata write(10) 10 same, block 40, 4096 bytes, write; 0 0
# start ata sync-cache 10 same, block 0, 0 bytes, none; 0 0
#   start ata flush, block 0, 0 bytes, none; 0 0 0
#   done  ata flush, block 0, 0 bytes, none; 0 0 0
# done  ata sync-cache 10 same, block 0, 0 bytes, none; 0 0
# start disk read(10) 10 same, block 4660, 512 bytes, read; 0 0
# done  disk read(10) 10 same, block 4660, 512 bytes, read; 2 0
# SCSI DEBUG|Linux   |scsi_debug      |0:0:0 1
# ata_piix|ATA     |QEMU HARDDISK   |0:0:0 1
# device 0 1
#
