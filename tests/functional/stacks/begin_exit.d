/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* BEGIN ends the trace: dtrace never records a stack. */
BEGIN { printf("ended\n"); exit(0); }
syscall::read:entry { @[ustack(), ucaller] = count(); }
/* output:
ended

*/
