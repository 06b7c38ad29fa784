# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# A name that is nearly right gets the right one as a hint: probes, variables, functions, members, types, options.
. "$SRCDIR/_common.sh"
hints() {
	$DTRACE -en "$1" 2>&1 | grep -E 'error:|hint:'
}
hints 'syscall::opnat:entry'
hints 'sycall::read:entry'
hints 'read:entri'
hints BEGN
hints tick_1s
hints profile:::tick-1w
hints 'sdt:sched::shed_switch'
hints 'syscall::read { }'
for description in sdt:sched:sched_switch sched:sched_switch sdt:sched:sched_switch:; do
	hints "$description { }"
done
for description in io:start sched:on-cpu proc:exec:success proc:exec proc:vmlinux:exec-success tcp:bogus dtrace:BEGIN syscall:entry; do
	hints "$description { }"
done
# Similar names have no probes, or no name is similar.
for description in vmlinux:ip:send vmlinux:tcp:snd libc::: pid1:main syscall::read; do
	$DTRACE -ln "$description" 2>&1 | grep 'No probe\|not match'
done
hints 'BEGIN { trace(timestmp); }'
hints 'BEGIN { prinf("x"); }'
hints 'BEGIN { trace(curthread->pidd); trace(offsetof(struct task_struct, comn)); }'
hints 'task_struct *p; BEGIN { self->here = 1; trace(here); }'
hints 'BEGIN /execname = "cat"/ { for (i = 0; i < 5; i++) trace(i); exit(0); }'
printf '#pragma D binding "1.6" newer\ninline int newer = 4;\nBEGIN { trace(newer); trace(newr); }\n' > bound.d
$DTRACE -x version=1.2 -es bound.d 2>&1 | grep -E 'error:|hint:'
$DTRACE -es bound.d 2>&1 | grep -E 'error:|hint:'
hints 'struct { int a; } g; BEGIN { x = curthread; trace(x.pid); trace(g->a); trace("a" + "b"); this->y[1] = 3; }'
hints "BEGIN /execname == 'cat'/ { printf('%s', execname); printf(\"%s\", 'abc'); trace(strlen('abc')); } string s; END { s = 'abc'; }"
hints 'nfsv3:::op-read-start, xpv::: { }'
hints 'nfsv4:::op-nosuch-start, nfs:::, smb2:::op-read-start { }'
hints 'fsinfo:::pathconf { }'
show $DTRACE -x strsiz=3 -n BEGIN
printf '#pragma D option quit\n' > script.d
show $DTRACE -es script.d
