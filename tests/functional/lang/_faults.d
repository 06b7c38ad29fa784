/* SPDX-License-Identifier: BSD-2-Clause */
int zero, n;

BEGIN
{
	printf("first\n");
}

/* Assignments before the fault stay; the record is dropped as a whole. */
BEGIN
{
	n = 1;
	printf("lost %d\n", n);
	trace(1 / zero);
	n = 2;
}

BEGIN
/1 % zero/
{
	printf("never\n");
}

BEGIN
{
	printf("n is %d\n", n);
}

BEGIN
{
	@before = count();
	@after = sum(1 / zero);
}

BEGIN
{
	if (n == 1) {
		printf("lost\n");
		n = 3;
		trace(5 / zero);
	} else {
		n = 4;
	}
	n = 5;
}

BEGIN
{
	printf("n is %d\n", n);
	n = 6;
}

BEGIN
{
	printf("%d\n", *(int *)8);
}

BEGIN
{
	printf("%s\n", stringof((char *)16));
}

/* && and || skip their right side, ^^ does not. */
BEGIN
{
	printf("%d %d\n", zero && 1 / zero, n || 1 / zero);
	printf("%d\n", n ? 2 : 1 / zero);
}

BEGIN
{
	printf("%d\n", n ^^ 1 / zero);
}

BEGIN
{
	n /= zero;
}

BEGIN
{
	n %= zero;
}

BEGIN
{
	printf("n is %d\n", n);
}

ERROR
{
	printf("fault: %s, clause %d, code %d, address %d\n", arg2 ? "action" : "predicate", arg1, arg4, arg5);
}

/* A fault in here is counted only. */
ERROR
{
	printf("inside %d\n", 3 / zero);
}

ERROR
{
	printf("%s of %s\n", probename, probeprov);
}

BEGIN
{
	exit(3);
}

BEGIN
{
	printf("last\n");
}

END
{
	printf("end %d\n", n);
}

END
{
	printf("end again\n");
}
