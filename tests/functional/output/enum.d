/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* %s of an enum prints the enumerator, or the number if there is none of the value. */
enum colour { RED = 3, GREEN, BLACK = -1 };
typedef enum colour colour_t;

BEGIN
{
	this->e = (enum colour)4;
	printf("%s %d|%8s|%-8s|%.2s\n", this->e, this->e, (colour_t)RED, (colour_t)-1, this->e);
	printf("%s %s\n", (enum colour)17, (enum pid_type)1);
	@[this->e] = count();
	@[(enum colour)BLACK] = count();
	@[(enum colour)-1] = count();
	printa("%s %@d\n", @);
	exit(0);
}
/* output:
GREEN 4|     RED|BLACK   |GR
17 PIDTYPE_TGID
GREEN 1
BLACK 2

*/
