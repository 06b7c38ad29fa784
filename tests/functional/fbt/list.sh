# SPDX-License-Identifier: BSD-2-Clause
# The list has traceable functions by name, pattern and id, and none that must not be probed; for missing ones dtrace
# gives a reason.
. "$SRCDIR/_fbt.sh"
probes() { "$DTRACE" -ln "$1" | awk 'NR > 1 { print $2, $3, $4, $5 }'; }
probes fbt::vfs_read:
probes 'fbt:vmlinux:vfs_rea[d]:entry'
"$DTRACE" -l -P fbt > "$TMPDIR/all" 2> "$TMPDIR/err" || exit 1
[ ! -s "$TMPDIR/err" ] || cat "$TMPDIR/err"
awk 'NR > 1 && $2 == "fbt" && ($5 == "entry" || $5 == "return") { n[$5]++ }
END { print (n["entry"] > 10000 && n["entry"] == n["return"]) ? "as many returns as entries" : "counts differ" }' "$TMPDIR/all"
awk '$4 ~ /^(__)?rcu_/ || $4 ~ /invalid_address/ { print "listed:", $0 }' "$TMPDIR/all" | head
id=$(awk '$4 == "vfs_write" && $5 == "return" { print $1 }' "$TMPDIR/all")
"$DTRACE" -l -i "$id" | awk 'NR > 1 { print $2, $3, $4, $5 }'
entry=$(grep -owE 'do_syscall_64|el0t_64_sync_handler' /proc/kallsyms | head -n 1)
for function in rcu_gp_kthread "$entry" vfs_raed; do
	"$DTRACE" -en "fbt::$function:entry" 2>&1 | sed -n "s/^hint: //p" | sed "s/$entry/ENTRY/"
done
# output:
# fbt vmlinux vfs_read entry
# fbt vmlinux vfs_read return
# fbt vmlinux vfs_read entry
# as many returns as entries
# fbt vmlinux vfs_write return
# rcu_gp_kthread must not be traced: probes depend on it: RCU
# the kernel does not permit tracing of vmlinux`ENTRY: it is marked notrace or noinstr, or was compiled without trace hooks
# did you mean fbt::vfs_read:entry?
