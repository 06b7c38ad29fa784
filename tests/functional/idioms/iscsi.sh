# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# Constructs of scripts about iSCSI targets: a pattern as the provider, initiators and their operations,
# time by task, the operation code from the command.
cd ../iscsi && . ./_target.sh
cat > "$TMPDIR/script.d" <<'END'
#pragma D option quiet

dtrace:::BEGIN
{
	scsi_cmd[0x00] = "test_unit_ready";
	scsi_cmd[0x28] = "read(10)";
	scsi_cmd[0x2a] = "write(10)";
}

iscsi*:::
/probename != "nop-send"/
{
	@events[args[0]->ci_remote, probename] = count();
}

iscsi*:::scsi-command
{
	this->code = *args[2]->ic_cdb;
	this->cmd = scsi_cmd[this->code] != NULL ? scsi_cmd[this->code] : lltostr(this->code);
	@commands[this->cmd, args[1]->ii_lun] = count();
	start[args[1]->ii_initiator, args[1]->ii_itt] = timestamp;
}

iscsi*:::scsi-response, iscsi*:::data-send
/start[args[1]->ii_initiator, args[1]->ii_itt]/
{
	this->elapsed = timestamp - start[args[1]->ii_initiator, args[1]->ii_itt];
	start[args[1]->ii_initiator, args[1]->ii_itt] = 0;
	@timed[this->elapsed > 0] = count();
}

dtrace:::END
{
	printa("%-16s %-20s %@8d\n", @events);
	printa("%-16s %d %@8d\n", @commands);
	printa("%d %@d\n", @timed);
}
END
"$DTRACE" -s "$TMPDIR/script.d" -c "${WORKLOADS%/*}/iscsi/initiator $TARGET" 2>&1 | grep -v 'has exited'
# output:
# 127.0.0.1        data-receive                1
# 127.0.0.1        data-request                1
# 127.0.0.1        data-send                   1
# 127.0.0.1        login-command               1
# 127.0.0.1        login-response              1
# 127.0.0.1        logout-command              1
# 127.0.0.1        logout-response             1
# 127.0.0.1        nop-receive                 1
# 127.0.0.1        task-command                1
# 127.0.0.1        task-response               1
# 127.0.0.1        text-command                1
# 127.0.0.1        text-response               1
# 127.0.0.1        scsi-response               3
# 127.0.0.1        scsi-command                4
# read(10)         5        1
# test_unit_ready  5        1
# test_unit_ready  9        1
# write(10)        5        1
# 1 4
#
