/* SPDX-License-Identifier: BSD-2-Clause */
/* A key tuple on the stack, its padding zeroed; the element is created if it is missing. */
BEGIN
{
	@[execname, (char)pid] = count();
}
