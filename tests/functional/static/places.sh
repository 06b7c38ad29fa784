# SPDX-License-Identifier: BSD-2-Clause
# Module and function of a static probe filter: a description may give those that the declaration lists, and no others.
# The names of the probes that a description matches.
names() {
	"$DTRACE" -L "$TMPDIR" -ln "$1" 2> "$TMPDIR/why" | awk 'NR > 1 && NF > 2 { print $NF }' | sort | xargs
}
for description in sched::nosuch:on-cpu sched::resume:on-cpu sched:unix:resume:on-cpu sched:nosuch:resume:on-cpu \
	sched::res*:on-* sched:vmlinux::on-cpu vminfo::foo_*: vminfo::pageio_setup:pg* io:genunix::start io::bdev_strategy: \
	proc::exec_common:exec-success mib::icmp_inbound:icmpOutRedirects mib:ip:tcp_*:tcp*Opens mib:ip:nosuch: sysinfo:nosuch::; do
	echo "$description: $(names "$description")"
done
# Nothing that is not ICMP's matches.
names 'mib::icmp_*:' | xargs -n 1 | grep -vE '^(icmp|rawip)'
names 'mib::icmp_*:' | xargs -n 1 | grep icmpOutTimeExcds
# A provider of one's own lists its places, too. The hint leaves out what no declaration lists.
cat > "$TMPDIR/own.d" <<'D'
provider own {
	alias unix:resume:go, genunix:cv_*:go, nfs:nfs3_bio:s*;
	probe go() = BEGIN;
	probe stop() = END;
};
D
for description in own::resume:go own:unix:: own::cv_block: own::cv_*:stop own:nfs:: own::nosuch:go; do
	echo "$description: $(names "$description")"
done
"$DTRACE" -L "$TMPDIR" -en own::nosuch:go 2>&1 | grep '^hint'
# output:
# sched::nosuch:on-cpu: 
# sched::resume:on-cpu: on-cpu
# sched:unix:resume:on-cpu: on-cpu
# sched:nosuch:resume:on-cpu: 
# sched::res*:on-*: on-cpu
# sched:vmlinux::on-cpu: on-cpu
# vminfo::foo_*:: 
# vminfo::pageio_setup:pg*: pgin pgout pgpgin pgpgout
# io:genunix::start: start
# io::bdev_strategy:: start
# proc::exec_common:exec-success: exec-success
# mib::icmp_inbound:icmpOutRedirects: icmpOutRedirects
# mib:ip:tcp_*:tcp*Opens: tcpActiveOpens tcpPassiveOpens
# mib:ip:nosuch:: 
# sysinfo:nosuch::: 
# icmpOutTimeExcds
# own::resume:go: go
# own:unix::: go
# own::cv_block:: go
# own::cv_*:stop: 
# own:nfs::: stop
# own::nosuch:go: 
# hint: did you mean own:::go?
