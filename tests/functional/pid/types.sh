#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# args[] by debug information: members through pointers, arrays, bit-fields, enumerators; values of
# all widths; arguments after floating-point numbers and structs; results.
"$DTRACE" -q -c "$WORKLOAD" -n '
pid$target:a.out:walk:entry {
	printf("%s %s %d %d %s\n", stringof(args[0]->name), stringof(args[0]->next->name),
	    args[0]->in.x, args[0]->in.y, stringof(args[0]->in.label));
	printf("%d %s %d %d\n", args[0]->out->x, args[0]->out->label, args[0]->color == 5,
	    args[0]->next->color);
	printf("%d %d %d %d %d\n", args[0]->low, args[0]->high, args[0]->bytes[2],
	    args[0]->table[1][2], args[0]->next->next == NULL);
	printf("%d %d\n", args[1], args[2]);
	self->first = args[0];
}
pid$target:a.out:walk:return { printf("%x %d %s\n", args[0] == arg0, args[1], stringof(self->first->name)); }
pid$target:a.out:mixed:entry { printf("%d %d\n", args[1], args[4]); }
pid$target:a.out:hidden:entry { printf("%s\n", stringof(args[0])); }
pid$target:a.out:give:return { printf("%s\n", stringof(args[1]->name)); }
pid$target:a.out:seven:entry { printf("%d %d %s\n", args[5], args[6], stringof(args[7])); }
pid$target:a.out:give:entry { print(args[0]->in); }
'
# Types by name.
"$DTRACE" -q -c "$WORKLOAD" -n '
struct own { int n; };
pid$target:a.out:give:entry {
	this->n = (userland struct my_node *)arg0;
	this->t = (userland node_t *)arg0;
	printf("%d %s %d %d\n", this->n->in.x, this->t->in.label, sizeof(struct large), sizeof(struct own));
}'
# output:
# first second 1 -2 one
# 7 other 1 -1
# 5 17 3 6 1
# 200 -3
# 1 198 first
# 11 44
# text
# struct inner {
#     short x = 0x1
#     short y = 0xfffe
#     char [8] label = [ "one" ]
# }second
# 6 -7 eight
#
# 1 one 32 4
#
