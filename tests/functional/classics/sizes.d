/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Sizes of writes by powers of ten, and their squares, which do not fit into 32 bits (idiom:
 * integers of a machine word without declarations).
 */
#pragma D option quiet

BEGIN
{
	least = 0;
	most = 0;
}

syscall::getppid:entry
/pid == $target/
{
	begun = 1;
}

syscall::write:entry
/begun && pid == $target/
{
	this->n = arg2 * 100;
	@square = sum(this->n * this->n);
	@size = llquantize(arg2, 10, 0, 3, 10);
	least = least == 0 || arg2 < least ? arg2 : least;
	most = arg2 > most ? arg2 : most;
}

END
{
	printf("%d to %d\n", least, most);
	printa("%@d\n", @square);
	printa("%@d\n", @size);
}
