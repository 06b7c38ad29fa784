/* SPDX-License-Identifier: BSD-2-Clause */
BEGIN
{
	printf("one\n");
	freopen("%s.%d", $$1, 7);
	printf("two\n");
	freopen("");
	printf("three\n");
	exit(0);
}
