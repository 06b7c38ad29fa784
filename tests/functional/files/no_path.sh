# SPDX-License-Identifier: BSD-2-Clause
# A pointer to any other object than a struct path is a fault, even if the memory can be read; a pointer to a
# struct path has a path.
"$DTRACE" -qn '
BEGIN { trace(d_path(NULL)); }
BEGIN { trace(d_path((struct path *)0x1234)); }
BEGIN { trace(d_path((struct path *)curthread)); }
BEGIN { trace(d_path((struct path *)&curthread->comm)); }
BEGIN { trace(d_mount((struct path *)curthread->cred)); }
BEGIN { trace(d_path(&curthread->fs->root)); }
BEGIN { printf(" %d", strlen(d_mount(&curthread->fs->pwd)) > 0); }
BEGIN { exit(0); }

ERROR
{
	printf("fault %d in clause %d\n", arg4, arg1);
}' 2> /dev/null
# output:
# fault 1 in clause 1
# fault 1 in clause 2
# fault 1 in clause 3
# fault 1 in clause 4
# fault 1 in clause 5
# / 1
