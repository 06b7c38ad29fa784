# SPDX-License-Identifier: BSD-2-Clause
# scan, dfree, anonfree, fsfree: a control group reclaims the pages of a file that it has read.
for group in /sys/fs/cgroup/memory/dtrace.$$ /sys/fs/cgroup/dtrace.$$; do
	mkdir "$group" 2> /dev/null && break
done
trap 'echo $$ > "${group%/*}/cgroup.procs"; rmdir "$group"' EXIT
[ -e "$group/memory.reclaim" ] || [ -e "$group/memory.force_empty" ] ||
	{ echo "no control group whose memory can be taken"; exit 77; }
echo $$ > "$group/cgroup.procs"
file=$TMPDIR/pages
head -c 8m /dev/urandom > "$file" && sync "$file"
cat "$file" "$file" > /dev/null
reclaim='echo 8m > '$group/memory.reclaim
[ -e "$group/memory.reclaim" ] || reclaim="echo \$\$ > ${group%/*}/cgroup.procs; echo 0 > $group/memory.force_empty"
echo $$ > "${group%/*}/cgroup.procs"
echo "$reclaim" > "$TMPDIR/take"
"$DTRACE" -qc "bash $TMPDIR/take" -n '
	vminfo:::scan /pid == $target/ { scan += args[0]; }
	vminfo:::dfree /pid == $target/ { all += args[0]; }
	vminfo:::anonfree /pid == $target/ { anon += args[0]; }
	vminfo:::fsfree /pid == $target/ { fs += args[0]; }
	END { printf("%d %d %d %d\n", scan, all, anon, fs); }' > "$TMPDIR/out" 2> /dev/null
read -r scan all anon fs < "$TMPDIR/out"
[ "$all" -gt 0 ] || { echo "the file system keeps its pages: $(cat "$TMPDIR/out")"; exit 77; }
echo $((all == anon + fs)) $((scan >= all)) $((fs > 1000))
# output:
# 1 1 1
