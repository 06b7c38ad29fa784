/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = quantize(0);
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(3);
	@ = quantize(4);
	@ = quantize(-1);
	@ = quantize(1024);
	@ = quantize(1024);
	@ = quantize(7, 5);
	exit(0);
}
