# SPDX-License-Identifier: BSD-2-Clause
# needs: smbd
# timeout: 200
# Commands of an SMB client: each is answered once, also on kernels that report some answers twice;
# names, status, session and tree.
. ./_server.sh
mkdir "$TMPDIR/mnt"
cat > "$TMPDIR/work" <<END
#!/bin/bash
$mount_share "$TMPDIR/mnt" || exit 1
cd "$TMPDIR/mnt"
dd if=/dev/zero of=commands bs=1000 count=3 conv=notrunc status=none
dd if=commands of=/dev/null bs=1000 count=4 status=none
cat none 2> /dev/null
mkdir dir dir/below
rmdir dir 2> /dev/null
rm -r commands dir
cd /
umount "$TMPDIR/mnt"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	smbclient:::command-start
	{
		begun[args[0]->scc_mid] = timestamp;
		name[args[0]->scc_mid] = args[0]->scc_name;
	}
	smbclient:::command-start /args[0]->scc_session != 0/
	{
		session = args[0]->scc_session;
		tree = args[0]->scc_tree;
	}
	smbclient:::command-start /args[0]->scc_name == "READ" || args[0]->scc_name == "WRITE"/
	{ @sent[args[0]->scc_name, args[0]->scc_command] = count(); }
	smbclient:::command-done /answers[args[0]->scc_mid]++/ { printf("%s is answered twice\n", args[0]->scc_name); }
	smbclient:::command-done /name[args[0]->scc_mid] != args[0]->scc_name/ { printf("not %s\n", args[0]->scc_name); }
	smbclient:::command-done /timestamp <= begun[args[0]->scc_mid] || !begun[args[0]->scc_mid]/
	{ printf("%s takes no time\n", args[0]->scc_name); }
	smbclient:::command-done /session && args[0]->scc_session != session/ { printf("a strange session\n"); }
	smbclient:::command-done /args[0]->scc_name == "READ" || args[0]->scc_name == "WRITE"/
	{ @got[args[0]->scc_name, args[0]->scc_statusstr] = count(); }
	smbclient:::command-done /args[0]->scc_name != "READ" && args[0]->scc_error/
	{ @failed[args[0]->scc_name, args[0]->scc_status, args[0]->scc_statusstr, lltostr(args[0]->scc_error)] = count(); }
	smbclient:::command-done /args[0]->scc_name == "CREATE" && args[0]->scc_tree && args[0]->scc_tree == tree/
	{ @same = max(1); }
	END
	{
		printa("%s %d sent %@d\n", @sent);
		printa("%s %s %@d\n", @got);
		printa("%s %x %s %s %@d\n", @failed);
		printa("the tree that was sent: %@d\n", @same);
	}' 2>&1 | grep -v 'has exited'
# output:
# WRITE 9 sent 3
# READ 8 sent 4
# READ END_OF_FILE 1
# READ SUCCESS 3
# WRITE SUCCESS 3
# SESSION_SETUP c0000016 MORE_PROCESSING_REQUIRED 5 1
# SET_INFO c0000101 DIRECTORY_NOT_EMPTY 39 1
# QUERY_DIRECTORY 80000006 NO_MORE_FILES 61 2
# CREATE c0000034 OBJECT_NAME_NOT_FOUND 2 3
# the tree that was sent: 1
#
