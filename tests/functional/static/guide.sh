# SPDX-License-Identifier: BSD-2-Clause
# timeout: 120
# The programs in the guide's chapters on static providers run, and have something to say of a shell
# that starts commands, two of which want one CPU, writes a file and reads it.
cat > "$TMPDIR/work" <<END
#!/bin/sh
echo text > "$TMPDIR/file"
sync "$TMPDIR/file"
cat "$TMPDIR/file"
count() { taskset -c 0 sh -c 'n=0; while [ \$n -lt 30000 ]; do n=\$((n + 1)); done'; }
count & count
wait
END
chmod +x "$TMPDIR/work"
# Files that are on no block device cause no I/O.
case $(stat -f -c %T "$TMPDIR") in
ext* | xfs | btrfs) silent=none ;;
*) silent=io ;;
esac
for chapter in proc sched io sysinfo vminfo cpc fsinfo; do
	n=0
	while read -r line; do
		n=$((n + 1))
		echo "timeout 60 \"\$DTRACE\" ${line#dtrace} -c $TMPDIR/work" > "$TMPDIR/run"
		bash "$TMPDIR/run" > "$TMPDIR/out" 2> "$TMPDIR/err" < /dev/null || cat "$TMPDIR/err"
		[ "$(grep -v -c -x -e text -e '' "$TMPDIR/out")" -gt 0 ] || [ $chapter = $silent ] || echo "nothing: $line"
	done < <(grep '^    dtrace -q*n' "$SRCDIR/../../../docs/guide/$chapter.md")
	echo "$chapter: $n programs"
done
