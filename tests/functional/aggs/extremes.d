/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* The smallest and the largest number are values too, of max() and min(); cleared there is none. */
BEGIN
{
	@a = max((int64_t)0x8000000000000000);
	@b = min(0x7fffffffffffffff);
	@c["max"] = max((int64_t)0x8000000000000000);
	@c["more"] = max((int64_t)0x8000000000000000);
	@c["more"] = max(-5);
	@d["min"] = min(0x7fffffffffffffff);
	@e["cleared"] = min(0x7fffffffffffffff);
	printa(@e);
	clear(@e);
	exit(0);
}
/* output:

  cleared                                            9223372036854775807

 -9223372036854775808
 9223372036854775807
  max                                                -9223372036854775808
  more                                                             -5
  min                                                9223372036854775807
*/
