#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * structs.d - a structure behind a function's argument, and the next in its list: D's own struct, copied in.
 *
 * usage: structs.d -c COMMAND		with the struct and the function of your program
 *
 *	order 7 of somebody, after 1 of nobody (32 bytes each, list at offset 24)
 *	order 8 of somebody, after 1 of nobody (32 bytes each, list at offset 24)
 */
#pragma D option quiet

struct order {
	int number;
	char customer[16];
	uint64_t next;
};

pid$target:a.out:take_order:entry
{
	this->order = (struct order *)copyin(arg0, sizeof (struct order));
	this->next = (struct order *)copyin(this->order->next, sizeof (struct order));
	printf("order %d of %s", this->order->number, stringof(this->order->customer));
	printf(", after %d of %s (%d bytes each, list at offset %d)\n", this->next->number,
	    stringof(this->next->customer), sizeof (struct order), offsetof(struct order, next));
}
