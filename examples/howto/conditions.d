#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conditions.d - if and else: one clause where predicates would need three.
 *
 * usage: conditions.d -c COMMAND
 *
 *	a big one: 5000
 *	data: 2
 *	end of file: 2
 *	failed: 3
 *	3 failures
 *
 *	             5832
 */
#pragma D option quiet

syscall::read:return
/pid == $target/
{
	if (errno) {
		@outcome["failed"] = count();
		failures++;
	} else if (arg0 == 0)
		@outcome["end of file"] = count();
	else {
		@outcome["data"] = count();
		@bytes = sum(arg0);
		if (arg0 > 1000)
			printf("a big one: %d\n", arg0);
	}
}

END
{
	printa("%s: %@d\n", @outcome);
	printf("%d failures\n", failures);
}
