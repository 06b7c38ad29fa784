/* A clause that names arguments of missing probes is left out with -Z, as a clause without arguments is. */
/* flags: -Z */
nosuch:::start
{
	start[args[0]->b_edev] = timestamp;
	self->size = args[0]->b_bcount;
	@bytes[args[1]->dev_statname] = sum(args[0]->b_bcount);
}

nosuch:::start
{
	trace(self->size);
}

END
{
	printa("%s %@d\n", @bytes);
}

syscall::getpid:entry
{
	trace(self->size);
}
/* expect: W_PDESC_ZERO 3:1 no probe matches nosuch:::start: the clause is left out */
