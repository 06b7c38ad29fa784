/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * An escape unknown to C keeps its backslash (libdtrace, dt_string.c, stresc2chr()), which patterns
 * in scripts rely on. Escapes: Dynamic Tracing Guide, chapter 2, table 2-5.
 */
BEGIN
{
	printf("%s %d\n", "a\.b", strlen("a\.b"));
	printf("%s %d\n", "what\?", strlen("\?"));
	printf("%s|%s|%s\n", "\"quoted\"", "back\\slash", "tab\there");
	printf("a\%c in a format\n", 'x');
	printf("%x\n", '\q');
	exit(0);
}
/* output:
a\.b 4
what\? 2
"quoted"|back\slash|tab	here
a\x in a format
5c71

*/
