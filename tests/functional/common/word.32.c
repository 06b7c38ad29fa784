/* SPDX-License-Identifier: BSD-2-Clause */
// Runs where 32-bit programs do.
int main(void)
{
	return sizeof(long) != 4;
}
