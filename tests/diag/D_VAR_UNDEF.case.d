BEGIN
{
	trace(self->start);
}
/* expect: D_VAR_UNDEF 3:8 has not yet been declared or assigned */
