# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# Messages of a session: who, which task, their numbers and data, commands of SCSI.
. ./_target.sh
"$DTRACE" -q -c "$WORKLOADS/initiator $TARGET" -n '
	iscsi:::
	/args[1]->ii_itt != 0xffffffff/ /* not a NOP of the target'"'"'s own */
	{
		printf("%s: task %d, unit %d, command %d, %d bytes, flags %x\n", probename, args[1]->ii_itt, args[1]->ii_lun,
		    args[1]->ii_cmdsn, args[1]->ii_datalen, args[1]->ii_flags);
		@ends[args[0]->ci_remote, args[0]->ci_local, args[0]->ci_protocol, args[1]->ii_transport] = max(1);
	}
	iscsi:::scsi-command { printf("  %s %x, block %d, %d bytes, %s\n", args[2]->ic_opname, args[2]->ic_cdb[0], args[2]->ic_lba,
	    args[2]->ic_datalen, args[2]->ic_flags & B_READ ? "read" : args[2]->ic_flags & B_WRITE ? "write" : "none");
	    @names[args[1]->ii_target, args[1]->ii_initiator, args[1]->ii_isid, args[1]->ii_tsih != "0x0"] = max(1); }
	iscsi:::data-request { self->transfer = transfer = args[1]->ii_ttt; }
	iscsi:::data-receive { printf("  transfer %s, number %d\n", args[1]->ii_ttt == transfer ? "as asked" : "other",
	    args[1]->ii_datasn); }
	iscsi:::scsi-response { @numbers[args[1]->ii_statsn > last] = count(); last = args[1]->ii_statsn; }
	END { printa("status numbers that grow: %d %@d\n", @numbers); printa("%s %s %s %s %@d\n", @ends); printa("%s %s %s %d %@d\n", @names); }' 2>&1 | grep -v 'has exited'
# output:
# login-command: task 1, unit 0, command 1, 404 bytes, flags 87
# login-response: task 1, unit 0, command 0, 279 bytes, flags 87
# text-command: task 2, unit 0, command 1, 16 bytes, flags 80
# text-response: task 2, unit 0, command 0, 71 bytes, flags 80
# nop-receive: task 3, unit 0, command 2, 4 bytes, flags 80
# nop-send: task 3, unit 0, command 0, 4 bytes, flags 80
# scsi-command: task 4, unit 5, command 2, 0 bytes, flags 80
#   test-unit-ready 0, block 0, 0 bytes, none
# scsi-response: task 4, unit 5, command 0, 0 bytes, flags 80
# scsi-command: task 5, unit 5, command 3, 0 bytes, flags a0
#   write(10) 2a, block 8, 4096 bytes, write
# data-request: task 5, unit 5, command 0, 0 bytes, flags 80
# data-receive: task 5, unit 5, command 0, 4096 bytes, flags 80
#   transfer as asked, number 0
# scsi-response: task 5, unit 5, command 0, 0 bytes, flags 80
# scsi-command: task 6, unit 5, command 4, 0 bytes, flags c0
#   read(10) 28, block 8, 4096 bytes, read
# data-send: task 6, unit 5, command 0, 4096 bytes, flags 81
# scsi-command: task 7, unit 9, command 5, 0 bytes, flags 80
#   test-unit-ready 0, block 0, 0 bytes, none
# scsi-response: task 7, unit 9, command 0, 98 bytes, flags 80
# task-command: task 8, unit 0, command 6, 0 bytes, flags 81
# task-response: task 8, unit 0, command 0, 0 bytes, flags 80
# logout-command: task 9, unit 0, command 6, 0 bytes, flags 80
# logout-response: task 9, unit 0, command 0, 0 bytes, flags 80
# status numbers that grow: 1 3
# 127.0.0.1 127.0.0.1 ipv4 sockets 1
# iqn.2026-01.org.example:disk iqn.2026-01.org.example:initiator 0x80123456789a 1 1
#
