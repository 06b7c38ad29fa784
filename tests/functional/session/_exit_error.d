/* SPDX-License-Identifier: BSD-2-Clause */
/* exit() in an ERROR clause ends what exit() ends elsewhere. */
BEGIN { trace(*(int *)0); }
ERROR { printf("first\n"); exit(3); }
ERROR { printf("later ERROR clause\n"); exit(4); }
BEGIN { printf("later clause\n"); }
tick-1ms { printf("later probe\n"); }
END { printf("END\n"); trace(*(int *)0); }
