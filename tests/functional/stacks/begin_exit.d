/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* BEGIN ends it: no stack is ever asked for. */
BEGIN { printf("ended\n"); exit(0); }
syscall::read:entry { @[ustack(), ucaller] = count(); }
/* output:
ended

*/
