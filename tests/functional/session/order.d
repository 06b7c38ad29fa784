/* SPDX-License-Identifier: BSD-2-Clause */
/* BEGIN comes before everything, END after everything, clauses of one probe in the order of the program. */
/* flags: -q -c true */
int begun, n, ended;

syscall::exit_group:entry
/pid == $target/
{
	n = begun ? 1 : -1;
}

END { printf("end %d %d\n", begun, n); ended = 1; }
BEGIN { printf("begin 1\n"); begun = 1; }
BEGIN { printf("begin 2\n"); }
END { printf("end 2 %d\n", ended); }
/* output:
begin 1
begin 2
end 1 1
end 2 1

*/
