/* SPDX-License-Identifier: BSD-2-Clause */
#pragma D option quiet
BEGIN
{
	printf("begin\n");
}
syscall::dup3:entry
/pid == $target && (int)arg0 == -10/
{
	printf("%d\n", arg1);
}
END
{
	printf("end\n");
}
