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
