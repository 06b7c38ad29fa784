# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# --explain: topics whole, by kind, by pattern; types of the D library, the kernel, a program.
. "$SRCDIR/_common.sh"
show $DTRACE --explain strlen
show $DTRACE --explain D_SYNTAX
show $DTRACE --explain agghist
show $DTRACE --explain exit
show $DTRACE --explain 'spec*'
show $DTRACE --explain aggregations
show $DTRACE --explain nosuch
show $DTRACE --explain 'struct nosuch'
for name in cgroup execargs SONPROC cgroupid O_CREAT; do
	show $DTRACE --explain $name | sed 's,in /.*/\(.*\):[0-9]*$,in LIB/\1,'
done
for kind in $($DTRACE --explain topics | sed '/^$/,$d' | cut -d' ' -f1); do
	n=$($DTRACE --explain topics | sed -n "s/^$kind *//p")
	[ "$($DTRACE --explain $kind | grep -c '^[^ ]')" = "$n" ] && echo "all $kind are listed"
done
show $DTRACE --explain nfsv3
for provider in $(sed -n 's/^provider \([a-z0-9]*\) {$/\1/p' "$SRCDIR"/../../../lib/*.d); do
	$DTRACE --explain "$provider" | grep -q "^    example: $provider:" || echo "$provider has no description"
done
show $DTRACE --explain 'struct list_head'
show $DTRACE --explain timestruc_t
show $DTRACE --explain 'enum pid_type' | head -2
show $DTRACE --explain devinfo_t
for name in off-cpu io:::start retransmit; do
	show $DTRACE --explain $name | head -2
done
# Members of the library's types, and of others; names that the library declares; probes; bounds.
for name in pr_psargs fi_pathname fileinfo_t.fi_oflags 'struct list_head.prev' psinfo_t.pr_nothing 'ipv?info*' 'ENOE*' tick stackframes strsize; do
	show $DTRACE --explain "$name"
done
coproc "$WORKLOAD"
read -r ready <&"${COPROC[0]}"
show $DTRACE -p "$COPROC_PID" --explain 'struct explained' | sed '1s/-p [0-9]*/-p PID/'
# Questions find scripts, and every script is found.
for question in leak postgresql latency signal 'who writes' 'who wakes' 'writes to the variable' 'Who sends signals?' \
	'who deletes' 'context switches' 'run queue' 'working directory' 'cache misses' strace 'connections' 'zzz qqq'; do
	show $DTRACE --explain "$question" | grep -E '^[[$]|^-2>|(leaks|everywhere|klatency|runqlat|kills|signalwait|rwsnoop|tcpconnect)\.d |^    dtrace .*(:wakeup|watch|unlink:|preempt|cwd)|(cpc|coming-from)\.md: '
done
$DTRACE --explain scripts | sed -n 's|^\([a-z]*/[^ ]*\).*|\1|p' | diff - <("$SRCDIR/../../../tools/examples-index" --names) && echo "all scripts are found"
