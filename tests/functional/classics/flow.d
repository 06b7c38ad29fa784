/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -F -c errand */
/*
 * The calls of a program's own functions (idiom: -F, self->depth for what lies inside one
 * function).
 */
#pragma D option quiet

pid$target:a.out:errand:entry
{
	self->depth = 0;
	self->inside = 1;
}

pid$target:a.out:errand:entry, pid$target:a.out:walk:entry, pid$target:a.out:step:entry
/self->inside/
{
	self->depth++;
	printf("%*s-> %s\n", 2 * self->depth, "", probefunc);
}

pid$target:a.out:errand:return, pid$target:a.out:walk:return, pid$target:a.out:step:return
/self->inside/
{
	printf("%*s<- %s\n", 2 * self->depth, "", probefunc);
	self->depth--;
}

pid$target:a.out:errand:return
{
	self->inside = 0;
}
/* output:
  -> errand
    -> walk
      -> step
      <- step
      -> step
      <- step
    <- walk
    -> walk
      -> step
      <- step
      -> step
      <- step
    <- walk
    -> walk
      -> step
      <- step
      -> step
      <- step
    <- walk
  <- errand

*/
