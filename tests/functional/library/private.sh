# SPDX-License-Identifier: BSD-2-Clause
# Names that the D library needs for itself begin with two underscores: a script may have variables of any other name
# that no document mentions.
cd ../../.. || exit 1
sed -nE 's/^inline [^=;`]*[ *]([a-z][A-Za-z_0-9]*) *(\[.*)?=.*/\1/p; s/^inline [^=;`]*[ *]([a-z][A-Za-z_0-9]*)(\[[^=]*)?$/\1/p' lib/*.d | sort -u > "$TMPDIR/names"
cat "$TMPDIR/names"
while read -r name; do
	grep -rqw -- "$name" docs/guide tests/coverage/rows || echo "lib: $name is in no document"
done < "$TMPDIR/names"
"$DTRACE" -q -n 'BEGIN { exit_reason = 1; header_size = 2; new_pri[1] = 3; is_queued = "yes"; exit(0); }
	END { printf("%d %d %d %s\n", exit_reason, header_size, new_pri[1], is_queued); }'
# output:
# ata_command_string
# cgroup
# cgroupid
# cgrouppath
# curcpu
# curlwpsinfo
# curpsinfo
# execargs
# fds
# nfs_status_string
# scsi_operation_string
# smb_command_string
# smb_status_string
# tcp_state_string
# 1 2 3 yes
#
