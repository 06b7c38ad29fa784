/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entry, return and every instruction of functions that return to probed addresses: whether the
 * kernel or the program executes the probed instruction, each probe sees the registers as they are
 * before it.
 */
/* flags: -q -c $WORKLOAD */
pid$target:a.out:f_*:,
pid$target:a.out:run:
{
	@fired[probefunc, probename] = count();
}

pid$target:a.out:f_*:0,
pid$target:a.out:run:0
{
	self->base[probefunc] = uregs[R_RIP];
}

pid$target:a.out:f_*:
/probename != "entry" && probename != "return" &&
 uregs[R_RIP] - self->base[probefunc] != strtoll(probename, 16)/
{
	@wrong[probefunc, probename, uregs[R_RIP] - self->base[probefunc]] = count();
}

pid$target:a.out:f_*:return,
pid$target:a.out:run:return
{
	@returned[probefunc, arg0, arg1] = count();
}
