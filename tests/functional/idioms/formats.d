/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Output as the C library's printf() makes it: a precision of 0 is that of none for strings, widths by *, of keys
 * in printa(), dates of aggregations' values, no cap of width (Dynamic Tracing Guide, chapter
 * 12, "Output Formatting"; libdtrace, dt_printf.c). Rows of llquantize() come in the order of the
 * value next to zero (chapter 9, dt_aggregate.c, dt_aggregate_llquantizedcmp()).
 */
BEGIN
{
	printf("[%.0s][%.2s][%*d][%-*d]\n", "string", "string", 5, 42, 4, 7);
	@dates["epoch"] = max(0);
	@width[6, "wide"] = sum(5);
	printa("%*s|\n", @width);
	printa("%s %@T\n", @dates);
	this->s = strtok("a,b c", ",");
	printf("%s|%s\n", this->s, strtok(NULL, " "));
	@rows["low"] = llquantize(-1, 10, 0, 2, 10);
	@rows["high"] = llquantize(1, 10, 0, 2, 10);
	@rows["none"] = llquantize(0, 10, 0, 2, 10);
	printa("%s\n", @rows);
	printf("%1000d|", 1);
	exit(0);
}
/* output:
[string][st][   42][7   ]
  wide|
epoch Thu, 01 Jan 1970 00:00:00 UTC
a|,b
low
none
high
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       1|
*/
