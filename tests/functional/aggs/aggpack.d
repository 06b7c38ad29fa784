/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggpack -x encoding=ascii */
BEGIN
{
	/* All lines show the buckets that any of them needs. */
	@q["sh"] = quantize(1);
	@q["sh"] = quantize(1024, 3);
	@q["sshd"] = quantize(1024, 10);
	@q["sshd"] = quantize(200, 1);
	@q["none below zero"] = quantize(0);
	@neg[-1] = quantize(-3);
	@neg[-1] = quantize(5, 100);
	@wide = quantize(-123456789);
	/* A range has ends without a bound. */
	@l["x", 1] = lquantize(-3, 0, 100, 10);
	@l["y", 12] = lquantize(55, 0, 100, 10, -1);
	@l["y", 12] = lquantize(75, 0, 100, 10, -4);
	@l["z", 7] = lquantize(1000, 0, 100, 10);
	@ll[0] = llquantize(55, 10, 0, 3, 10);
	@ll[0] = llquantize(7, 10, 0, 3, 10, 9);
	/* Cells by part of the line's total; the count is normalised. */
	@cells = lquantize(0, 0, 7, 1, 50);
	@cells = lquantize(1, 0, 7, 1, 150);
	@cells = lquantize(2, 0, 7, 1, 200);
	@cells = lquantize(3, 0, 7, 1, 600);
	normalize(@cells, 100);
	/* Scalars and formats are unchanged. */
	@n["n"] = count();
	printa("%s %@d\n", @q);
	exit(0);
}
