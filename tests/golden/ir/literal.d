/* SPDX-License-Identifier: BSD-2-Clause */
/* Equality with a short literal is a comparison of words. */
BEGIN
/execname == "bash"/
{
	x = 1;
}
