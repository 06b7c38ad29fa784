/* SPDX-License-Identifier: BSD-2-Clause */
/* exit() in BEGIN suppresses everything after it except END, whose status counts. */
/* flags: -q */
/* status: 4 */
syscall::: { printf("never\n"); }
tick-1ms { printf("never\n"); }
BEGIN { printf("begin\n"); exit(3); printf("the rest of the clause\n"); }
BEGIN { printf("never\n"); }
END { printf("end 1\n"); exit(4); }
END { printf("end 2\n"); }
/* output:
begin
the rest of the clause
end 1
end 2

*/
