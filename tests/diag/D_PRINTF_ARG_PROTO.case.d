BEGIN
{
	printf("%d %%%s %d", 1, "two");
	printf("%d");
	@a[1] = count();
	printa("%d %@d %s", @a);
}
/* expect: D_PRINTF_ARG_PROTO 3:2 printf( ) prototype mismatch: conversion #3 (%d) is missing a corresponding value argument */
/* expect: D_PRINTF_ARG_PROTO 4:2 conversion #1 (%d) is missing a corresponding value argument */
/* expect: D_PRINTF_ARG_PROTO 6:2 conversion #3 (%s) is missing a corresponding key argument: @a has 1 */
