# SPDX-License-Identifier: BSD-2-Clause
# Threads that wait for a request, if the kernel's functions expose it: cached blocks of a disk, read and written
# directly.
"$DTRACE" -ln io:::wait-start > /dev/null 2>&1 || { echo "this kernel does not let its functions be traced"; exit 77; }
modprobe=$(cat /proc/sys/kernel/modprobe) # it knows where the modules are
! grep -q '^brd ' /proc/modules && "$modprobe" brd rd_nr=1 rd_size=1024 2> /dev/null || { echo "no module brd for this kernel"; exit 77; }
trace() {
	rm -f "$TMPDIR/trace"
	"$DTRACE" -q -o "$TMPDIR/trace" -c "/bin/dd bs=4096 status=none $*" -n '
	io:::wait-start, io:::wait-done
	/pid == $target/
	{
		@[probename, args[1]->dev_statname, args[0]->b_flags & B_WRITE ? "write" : "read",
		    probename == "wait-start" ? args[0]->b_bcount : 0, args[0]->b_error] = count();
	}
	END { printa("%s %s %s %d %d %@d\n", @); }' 2> "$TMPDIR/err" || cat "$TMPDIR/err"
	sort "$TMPDIR/trace" | grep -v '^$'
}
trace if=/dev/zero of=/dev/ram0 count=3 oflag=direct
trace if=/dev/ram0 of=/dev/null count=5 iflag=direct
rmmod brd
# output:
# wait-done ram0 write 0 0 3
# wait-start ram0 write 4096 0 3
# wait-done ram0 read 0 0 5
# wait-start ram0 read 4096 0 5
