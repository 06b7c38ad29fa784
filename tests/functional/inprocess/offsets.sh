# SPDX-License-Identifier: BSD-2-Clause
# Probes at instructions: several at one address, several in the instructions of one jump, all of a function. Order and
# counts are those of the kernel's engine.
. "$SRCDIR/_inside.sh"
both -c "$WORKLOADS/returns 1 2" -n '
pid$target:a.out:steps:entry { printf("entry %d\n", arg0); }
pid$target:a.out:steps:0 { printf("%s\n", probename); }
pid$target:a.out:steps:1, pid$target:a.out:steps:4 { printf("%s %d\n", probename, ++n); }
pid$target:a.out:steps:4 { printf("4 again\n"); }
pid$target:a.out:steps:8, pid$target:a.out:steps:9 { printf("%s %s\n", probefunc, probename); }
pid$target:a.out:steps:return { printf("return %x %d\n", arg0, arg1); }'

echo "--- all"
both -c "$WORKLOADS/returns 4 1000" -n '
pid$target:a.out:sign:, pid$target:a.out:steps:, pid$target:a.out:forward: { @[probefunc, probename] = count(); }'
as_user "$DTRACE" -q -c "$WORKLOADS/returns 4 1000" -n 'pid$target:a.out:sign: { @ = count(); }'

echo "--- a call"
both -c "$WORKLOADS/returns 2 10" -n 'pid$target:a.out:narrow:0, pid$target:a.out:narrow:4 { @[probename] = count(); }'
as_user "$DTRACE" -c "$WORKLOADS/returns 2 100" -n 'pid$target:a.out:narrow:4' 2>&1 | grep -o 'narrow:4.*'
