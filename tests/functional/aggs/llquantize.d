/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = llquantize(0, 10, 0, 2, 10);
	@ = llquantize(1, 10, 0, 2, 10);
	@ = llquantize(9, 10, 0, 2, 10);
	@ = llquantize(10, 10, 0, 2, 10);
	@ = llquantize(19, 10, 0, 2, 10);
	@ = llquantize(20, 10, 0, 2, 10);
	@ = llquantize(99, 10, 0, 2, 10);
	@ = llquantize(100, 10, 0, 2, 10);
	@ = llquantize(999, 10, 0, 2, 10);
	@ = llquantize(1000, 10, 0, 2, 10);
	@ = llquantize(123456, 10, 0, 2, 10);
	exit(0);
}
