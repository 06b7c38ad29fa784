# SPDX-License-Identifier: BSD-2-Clause
#
# Who types the words of another tracer gets those of D, and never a word that is merely spelt like it.
for word in comm nsecs 'str(arg0)' kstack 'hist(arg0)' 'lhist(arg0)' execnam 'join(arg0)' 'delete(@[tid])' 'strerror(2)' self.t '$x'; do
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
"$DTRACE" --explain dentry | sed -n 's/:.*//p'
# output:
# comm: in D: execname
# nsecs: in D: timestamp, or walltimestamp since 1970
# str(arg0): in D: copyinstr(address) for a string of the process, stringof(pointer) for a string of the kernel
# kstack: in D: stack()
# hist(arg0): in D: @ = quantize(value)
# lhist(arg0): in D: @ = lquantize(value, low, high, step)
# execnam: did you mean execname?
# join(arg0): in D: curpsinfo->pr_psargs, the arguments of the process as one string
# delete(@[tid]): in D: name[key] = 0, which frees an element of an array; trunc(@name) empties an aggregation
# strerror(2): in D: printf("%s", errno), which prints its name, as ENOENT; examples/syscalls/errinfo.d has messages
# self.t: in D: self->NAME, this->NAME
# $x: macros are $1, $target, $pid, ...; variables have no $: self->x, this->x, x
# tracepoint:sched:sched_switch: in D: sdt:GROUP::NAME, or syscall::NAME:entry and :return for system calls
# kprobe:vfs_read: in D: fbt::FUNCTION:entry
# uprobe:libc:malloc: in D: pid$target:MODULE:FUNCTION:entry, with -p or -c, or pid*:MODULE:FUNCTION:entry
# interval:s:1: in D: tick-1s, which fires on one CPU
# profile:hz:99: in D: profile-99 or profile-10ms, on each CPU; tick-1s, on one
# <program>:1:1: error: "uprobe:/": a description contains no path
# uprobe:/bin/bash:readline { trace(1); }: in D: pid$target:MODULE:FUNCTION:entry, with -p or -c, or pid*:MODULE:FUNCTION:entry
# <program>:1:1: error: "uretprobe:/": a description contains no path
# uretprobe:/lib/libc.so.6:malloc {}: in D: pid$target:MODULE:FUNCTION:return, with -p or -c, or pid*:MODULE:FUNCTION:return
# <program>:1:1: error: "usdt:/": a description contains no path
# usdt:/usr/bin/python3:gc__start {}: in D: PROVIDER$target:MODULE:FUNCTION:NAME, with -p or -c, or PROVIDER*:::NAME
# software:page-faults:1: in D: cpc:::NAME-all-COUNT; dtrace -lP cpc lists the events
# hardware:cache-misses:1000000: in D: cpc:::NAME-all-COUNT; dtrace -lP cpc lists the events
# t:block:block_rq_issue: in D: sdt:GROUP::NAME, or syscall::NAME:entry and :return for system calls
# p:hz:99: in D: profile-99 or profile-10ms, on each CPU; tick-1s, on one
# i:s:1: in D: tick-1s, which fires on one CPU
# k:vfs_read: in D: fbt::FUNCTION:entry
# <program>:1:1: error: "u:/": a description contains no path
# u:/bin/bash:readline {}: in D: pid$target:MODULE:FUNCTION:entry, with -p or -c, or pid*:MODULE:FUNCTION:entry
# <program>:1:1: error: "pid1:/": a description contains no path
# pid1:/lib/libc.so.6:malloc:entry {}: in D: the module is the file's name alone: pid$target:libc.so.6:malloc:entry
# <program>:1:1: error: "pid$target::$1:entry": Undefined macro variable in probe description
# hint: arguments follow the options on the command line; -x defaultargs makes missing ones 0 or ""
# dtrace: failed to match ::k:vfs_read: No probe matches description (in D: fbt::FUNCTION:entry)
# hist: a word of other tracers. In D: @ = quantize(value)
# comm: a word of other tracers. In D: execname
# kprobe: a word of other tracers. In D: fbt::FUNCTION:entry
# struct dentry
