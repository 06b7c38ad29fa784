/* SPDX-License-Identifier: BSD-2-Clause */
/* Ids that there cannot be fault; 0 is none. */
#pragma D option quiet
#pragma D option nspec=2
BEGIN { speculate(3); printf("not seen\n"); }
BEGIN { commit(3); wrong = 1; }
BEGIN { discard(-1); wrong = 2; }
BEGIN { speculate(4294967295); printf("not seen\n"); }
BEGIN { commit(0); discard(2); right = 1; }
BEGIN { printf("%d faults of kind %d, %d %d\n", faults, kind, wrong, right); exit(0); }
ERROR { faults++; kind = arg4; }
