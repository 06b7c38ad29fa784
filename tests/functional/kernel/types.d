/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Names of the kernel: struct, union, typedef, enum, enumerator; those of the program hide them. */
struct pid {
	int mine;
};

BEGIN
{
	printf("%d %d\n", sizeof (struct list_head), offsetof(struct list_head, prev));
	printf("%d %d\n", sizeof (struct pid), offsetof(struct pid, mine));
	printf("%d %d\n", sizeof (u64), sizeof (atomic_t));
	printf("%d %d %d\n", PIDTYPE_PID, PIDTYPE_TGID, sizeof (enum pid_type));
	printf("%d\n", sizeof (struct task_struct) > offsetof(struct task_struct, comm));
	printf("%d\n", sizeof (((struct task_struct *)0)->comm));
	PIDTYPE_SID = 77; /* a variable from here on */
	printf("%d\n", PIDTYPE_SID);
	exit(0);
}
/* output:
16 8
4 0
8 4
0 1 4
1
16
77

*/
