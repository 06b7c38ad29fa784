/* SPDX-License-Identifier: BSD-2-Clause */
/* exit() suppresses the later clauses of the firing that calls it. */
/* flags: -q */
/* status: 7 */
tick-1ms { exit(7); }
tick-1ms { printf("never\n"); exit(8); }
END { printf("end\n"); }
/* output:
end

*/
