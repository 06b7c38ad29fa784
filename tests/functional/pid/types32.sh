#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
# args[] by debug information in a 32-bit program: pointers of four bytes, arguments by their words on
# the stack, types by name; what takes two words has no type. A function that its file alone calls takes
# arguments in registers; which one may not be told for its first instruction.
"$DTRACE" -q -c "$WORKLOAD.32" -n '
pid$target:a.out:walk:entry {
	printf("%s %s %d %d %d\n", stringof(args[0]->name), stringof(args[0]->next->name),
	    args[0]->weight, args[0]->next->weight, args[0]->next->next == NULL);
	printf("%x %d %d %d\n", args[0]->big, args[1], args[2], sizeof(args[0]->next));
	self->first = args[0];
}
pid$target:a.out:walk:return { printf("%d %s\n", args[1], stringof(self->first->name)); }
pid$target:a.out:mixed:entry { printf("%d %d\n", args[1], args[5]); }
pid$target:a.out:mixed:return { printf("%d\n", args[1]); }
pid$target:a.out:hidden:entry { printf("%s\n", stringof(args[0])); }
pid$target:a.out:local:entry { printf("local %d\n", args[0]); }
pid$target:a.out:give:return { printf("%s %d\n", stringof(args[1]->name), args[1]->weight); }
pid$target:a.out:give:entry {
	printf("%d %d\n", ((userland struct item *)arg0)->next->weight, sizeof(struct item));
}'
said() { # description, expression, part of the message
	"$DTRACE" -qn "pid\$target:a.out:$1 { trace($2); }" -c "$WORKLOAD.32" 2>&1 | grep -qF -- "$3" && return
	echo "$1 $2: not said: $3"
	exit 1
}
said mixed:entry 'args[4]' 'the type of args[4] is not known here'
said local:entry 'args[1]' 'the type of args[1] is not known here'
said wide:return 'args[1]' 'the type of args[1] is not known here'
# output:
# first second 7 -2 1
# 10000000000 200 -3 4
# 204 first
# 11 55
# 135
# text
# -2 24
# second -2
# local 1
#
