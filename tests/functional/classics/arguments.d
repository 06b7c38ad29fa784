/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Arguments and results of functions (idiom: lltostr() and strjoin() for a text, the value kept by
 * depth).
 */
#pragma D option quiet

pid$target:a.out:walk:entry
{
	self->arg[++self->depth] = arg0;
}

pid$target:a.out:walk:return
{
	this->line = strjoin(probefunc, strjoin("(", strjoin(lltostr(self->arg[self->depth]), ")")));
	printf("%s = %d\n", this->line, (int)arg1);
	self->arg[self->depth--] = 0;
}
/* output:
walk(0) = 3
walk(1) = 5
walk(2) = 7

*/
