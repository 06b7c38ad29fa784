/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Requests of a Node.js server, with what the garbage collector takes (idiom: an array by
 * descriptor, probes of several provider names in one list).
 */
#pragma D option quiet

node*:::http-server-request
{
	asked[pid, arg0] = timestamp;
}

node*:::http-server-response
/asked[pid, arg0]/
{
	@ms[pid] = lquantize((timestamp - asked[pid, arg0]) / 1000000, 0, 500, 5);
	asked[pid, arg0] = 0;
}

node*:::gc-start
{
	self->gc = timestamp;
}

node*:::gc-done
/self->gc/
{
	@gc[pid] = sum(timestamp - self->gc);
	self->gc = 0;
}
/* output:
*/
