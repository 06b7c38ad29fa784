/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Inclusive and exclusive time of functions, of which only the counts are sure (idiom: arrays
 * self->x[] by depth, `this->` between clauses of one firing).
 */
#pragma D option quiet

pid$target:a.out:errand:entry, pid$target:a.out:walk:entry, pid$target:a.out:step:entry
{
	self->depth++;
	self->exclude[self->depth] = 0;
	self->entered[self->depth] = timestamp;
}

pid$target:a.out:errand:return, pid$target:a.out:walk:return, pid$target:a.out:step:return
/self->entered[self->depth]/
{
	this->inclusive = timestamp - self->entered[self->depth];
	this->exclusive = this->inclusive - self->exclude[self->depth];
	self->entered[self->depth] = 0;
	self->exclude[self->depth] = 0;
	@num[probefunc] = count();
	@less[probefunc] = sum(this->exclusive <= this->inclusive);
	self->depth--;
	self->exclude[self->depth] += this->inclusive;
}

END
{
	printa("%-8s %@4d calls, %@4d consistent\n", @num, @less);
}
/* output:
errand      1 calls,    1 consistent
walk        3 calls,    3 consistent
step        6 calls,    6 consistent

*/
