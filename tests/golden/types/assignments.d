/* Conversions of assigned values; variables take the type of the first value. */
int8_t c;
BEGIN
{
	c = pid;
	c += timestamp;
	x = timestamp;
	self->s = execname;
	self->s = 0;
	i++;
	a[pid, execname] = 1;
	a[timestamp, "x"] += 2;
}
