/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x nowarn */
/*
 * Casts of strings and of translated pointers to integers: a script compares a string with 0 to
 * learn whether it was kept (iosnoop); the address of a translated struct distinguishes threads.
 */
self string never;

BEGIN
{
	printf("%d %d\n", (int)self->never == 0, (int)self->path == 0);
	self->path = "/etc/hosts";
	printf("%d %d\n", (int)self->path == 0, (int64_t)self->path != 0);
	self->path = "";
	printf("%d\n", (int)self->path);
	self->path = 0;
	printf("%d %d %d\n", (int)self->path, (int)"text", (long)strchr("a", 'b'));
}

BEGIN
/(int)self->path == 0 && !(int)names["none"]/
{
	printf("none kept\n");
	names["one"] = "text";
}

BEGIN
/(int)names["one"]/
{
	printf("%d %d %d\n", (int64_t)curcpu == cpu, (uintptr_t)curpsinfo == (uintptr_t)curthread,
	    (uint32_t)curlwpsinfo == (uint32_t)(uintptr_t)curthread);
	exit(0);
}
/* output:
1 1
0 1
0
0 1 0
none kept
1 1 1

*/
