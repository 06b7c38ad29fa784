# SPDX-License-Identifier: BSD-2-Clause
# Programs load data that exists as long as the target runs. They read other memory by a system call, which is counted here.
. "$SRCDIR/_inside.sh"
for kind in literal data zeros stack heap map library own; do
	"$DTRACE" -x engine=inprocess -q -c "$WORKLOADS/loads $kind" -n '
	struct item { char text[16]; int number; long sum; };
	pid$target:a.out:take:entry { @n = count(); }
	pid$target:a.out:take:entry /strlen(copyinstr(arg0, 4)) > 0 && *(char *)copyin(arg0, 1) != 0/ { @texts = count(); }
	pid$target:a.out:take:entry { this->i = (struct item *)copyin(arg0, sizeof(struct item)); @sums = sum(this->i->number == 3 ? this->i->sum : 0); }
	syscall::process_vm_readv:entry /pid == $target/ { @calls = count(); }
	END { printf("%s", "'"$kind"'"); printa(" firings %@d", @n); printa(" texts %@d", @texts); printa(" sum %@d", @sums); printa(" system calls %@d", @calls); printf("\n"); }' 2>&1
done
echo "--- members of one structure"
inside -c "$WORKLOADS/loads heap" -n '
pid$target:a.out:take:entry { @ = sum(args[0]->number + args[0]->sum); }
syscall::process_vm_readv:entry /pid == $target/ { @calls = count(); }'
echo "--- memory that ends, and memory that is taken away"
for kind in end hidden; do
	inside -c "$WORKLOADS/loads $kind" -n '
	pid$target:a.out:take:entry { @[copyinstr(arg0)] = count(); }
	ERROR { @faults[arg4] = count(); }
	END { printa("%s %@d\n", @); printa("fault %d: %@d\n", @faults); }' | grep -v '^dtrace: '
done
# output:
# literal firings 2000 texts 2000 sum 10000
#
# data firings 2000 texts 2000 sum 10000
#
# zeros firings 2000 texts 2000 sum 10000
#
# stack firings 2000 texts 2000 sum 10000
#
# heap firings 2000 texts 2000 sum 10000 system calls 6000
#
# map firings 2000 texts 2000 sum 10000 system calls 6000
#
# library firings 2000 texts 2000 sum 0
#
# own firings 2000 texts 2000 sum 0 system calls 6000
#
# --- members of one structure
#
#             16000
#              2000
# --- memory that ends, and memory that is taken away
# fault 1: 2000
#
# hidden 2000
# fault 1: 1
#
