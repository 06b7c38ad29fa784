// SPDX-License-Identifier: BSD-2-Clause
// A constructor and main call functions of their own.
/* cflags: -Wl,-z,now */
__attribute__((noinline)) void early(void)
{
	__asm__ volatile("");
}

__attribute__((noinline)) void late(void)
{
	__asm__ volatile("");
}

__attribute__((constructor)) static void begin(void)
{
	early();
}

int main(void)
{
	late();
	return 0;
}
