# SPDX-License-Identifier: BSD-2-Clause
#
# A function has one name, by whichever of its names it is requested: a global or weak one before a
# local one, the one with the fewest underscores (libproc, Psymtab.c, byaddr_cmp_common()). Probes,
# stacks and ufunc() use that name; libc's __write is write. Dynamic Tracing Guide, chapter 30, "pid
# Provider". After evaltime=postinit no constructor runs (chapter 16, "evaltime").
for name in work _work __work local_work '*work'; do
	"$DTRACE" -q -x evaltime=postinit -c "$WORKLOAD" -n "
		pid\$target:aliases:$name:entry { @[probefunc, ufunc(uregs[R_PC])] = count(); }
		END { printa(\"$name: %s %A %@d\\n\", @); }" 2>&1 | grep .
done
"$DTRACE" -q -c "$WORKLOAD" -n '
	pid$target:libc:__write:entry { self->name = probefunc; }
	syscall::write:entry /self->name != NULL/ { printf("%s:", self->name); ustack(1); exit(0); }' 2>&1 | grep . | sed 's/+0x.*//'
# Two names of equal rank: all use the same one of them.
"$DTRACE" -q -c "$WORKLOAD" -n 'pid$target:libc:_Exit:entry { @[probefunc, ufunc(uregs[R_PC])] = count(); }
	END { printa("%s %A\n", @); }' 2>&1 | awk -F '[ `]' 'NF { print $1 == $3 ? "one name" : $0 }'
"$DTRACE" -p 4294967297 -n BEGIN 2>&1
echo "status $?"
# output:
# work: work aliases`work 3
# _work: work aliases`work 3
# __work: work aliases`work 3
# local_work: work aliases`work 3
# *work: work aliases`work 3
# write:
#               libc.so.6`write
# one name
# dtrace: invalid pid: 4294967297
# status 1
