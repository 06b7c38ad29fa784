/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread's variables are looked up once; an assignment of 0 creates nothing. */
self int t;
BEGIN
/self->t/
{
	x = self->t;
	self->t = 0;
}
