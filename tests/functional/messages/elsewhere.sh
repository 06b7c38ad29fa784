# SPDX-License-Identifier: BSD-2-Clause
#
# Who types the words of another tracer gets those of D, and never a word that is merely spelt like it.
for word in comm nsecs 'str(arg0)' kstack 'hist(arg0)' 'lhist(arg0)' execnam 'join(arg0)' 'delete(@[tid])' 'strerror(2)' 'sort(1)' ret self.t '$x'; do
	"$DTRACE" -e -n "BEGIN { trace($word); }" 2>&1 | sed -n "s/^hint/$word/p"
done
for description in tracepoint:sched:sched_switch kprobe:vfs_read uprobe:libc:malloc interval:s:1 profile:hz:99 \
	'uprobe:/bin/bash:readline { trace(1); }' 'uretprobe:/lib/libc.so.6:malloc {}' 'usdt:/usr/bin/python3:gc__start {}' \
	software:page-faults:1 hardware:cache-misses:1000000 t:block:block_rq_issue p:hz:99 i:s:1 k:vfs_read \
	'u:/bin/bash:readline {}' 'pid1:/lib/libc.so.6:malloc:entry {}'; do
	"$DTRACE" -e -n "$description" 2>&1 | sed -n "s,^hint,$description,p; /error: .*path/p"
done
# An argument that is not there.
"$DTRACE" -e -n 'pid$target::$1:entry { trace(1); }' 2>&1 | grep '^hint\|error:'
"$DTRACE" -ln k:vfs_read 2>&1 | grep matches
for word in hist comm kprobe; do
	"$DTRACE" --explain $word
done
"$DTRACE" --explain dentry | sed -n '1s/:.*//p'
