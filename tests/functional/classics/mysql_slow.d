/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Queries of MySQL that take longer than an argument says (idiom: copyinstr() at the start, when
 * the text is there; self->query freed; a threshold with defaultargs).
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option strsize=512

inline int MIN_MS = $1;

dtrace:::BEGIN
{
	printf("%-20s %8s %-16s %s\n", "TIME", "ms", "USER", "QUERY");
	min_ns = MIN_MS * 1000000;
}

mysql*:::query-start
{
	self->query = copyinstr(arg0);
	self->user = copyinstr(arg3);
	self->start = timestamp;
}

mysql*:::query-done
/self->start && (this->time = timestamp - self->start) > min_ns/
{
	printf("%-20Y %8d %-16s %S\n", walltimestamp, this->time / 1000000, self->user, self->query);
}

mysql*:::query-done
/self->start/
{
	self->start = 0;
	self->query = 0;
	self->user = 0;
}
/* output:
*/
