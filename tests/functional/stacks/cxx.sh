#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# C++ names: shown as they were written, or as the linker has them; probed by both.
for function in '_ZNK5outer4Type6methodEi' 'outer??Type??method' '*method'; do
	"$DTRACE" -q -c "$WORKLOAD" -n 'pid$target:a.out:'"$function"':entry {
		printf("%s %A %A", probefunc, usym(arg0 ? uregs[R_PC] : 0), umod(ucaller)); ustack(3); }'
done | sed 's/+0x[0-9a-f]*$//; s/ *$//'
"$DTRACE" -q -x demangle=no -c "$WORKLOAD" -n 'pid$target:a.out:*method*:entry { ustack(2); }' |
	sed 's/+0x[0-9a-f]*$//'
# output:
# _ZNK5outer4Type6methodEi cxx`outer::Type::method cxx
#               cxx`outer::Type::method
#               cxx`outer::Type::generic<long>
#               cxx`main
#
# outer::Type::method cxx`outer::Type::method cxx
#               cxx`outer::Type::method
#               cxx`outer::Type::generic<long>
#               cxx`main
#
# outer::Type::method cxx`outer::Type::method cxx
#               cxx`outer::Type::method
#               cxx`outer::Type::generic<long>
#               cxx`main
#
#
#               cxx`_ZNK5outer4Type6methodEi
#               cxx`_ZNK5outer4Type7genericIlEET_S2_
#
