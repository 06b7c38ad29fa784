# SPDX-License-Identifier: BSD-2-Clause
# The path of every sort of file is what /proc/PID/fd says; longer ones are cut at the end.
trace() {
	rm -f "$TMPDIR/got"
	mkdir "$TMPDIR/$1"
	"$DTRACE" -q -x strsize=$1 -o "$TMPDIR/got" -c "$WORKLOAD $TMPDIR/$1" -n '
	syscall::fcntl:entry
	/pid == $target && arg1 == 1/
	{
		this->f = getf(arg0);
		printf("%d %s\n", arg0, this->f == NULL ? "" : d_path(&this->f->f_path));
	}' > "$TMPDIR/want"
	sed -i '/^$/d' "$TMPDIR/got"
}
trace 8192 # at most 256 components
diff "$TMPDIR/got" <(cut -d/ -f1-257 "$TMPDIR/want") && wc -l < "$TMPDIR/got"
trace 100 # at most that number of bytes
diff "$TMPDIR/got" <(awk '{ print $1, substr($0, length($1) + 2, 100) }' "$TMPDIR/want") &&
	wc -l < "$TMPDIR/got"
# output:
# 21
# 21
