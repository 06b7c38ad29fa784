BEGIN {
	a[1]; a[1][2]; a[1, "x", c]; a.b.c; a->b->c; a->b.c[1]->d; a[1].b++;
	f(); f(1); f(1, g(2), "x"); f(x)->y; args[0]->counter; x->string; x.probe; x->self;
	self->x; this->y; self->x[1, 2]->z; this->p->q; &self->x;
}
