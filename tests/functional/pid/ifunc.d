/* flags: -q -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

/* An IFUNC means the chosen function, under its own name. */
pid$target:a.out:chosen:entry
{
	@[probefunc, "entry"] = sum(arg0);
}

pid$target:a.out:chosen:return
{
	@[probefunc, "return"] = sum(arg1);
}

/* A pattern that also matches the chosen function, two(), still means the code once. */
pid$target:a.out:[ct][hw]o*:entry
{
	@[probefunc, "by pattern"] = sum(arg0);
}

pid$target:libc:strlen:entry
{
	@strlen = count();
}

END
{
	trunc(@strlen);
	printa("%s %s %@d\n", @);
}
/* output:
chosen by pattern 499500
chosen entry 499500
chosen return 501500

*/
