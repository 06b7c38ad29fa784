/* expect: W_VAR_NARROW 18:8 start is of type "int" */
/* expect: W_VAR_NARROW 19:8 total is of type "int" */
/* expect: W_VAR_NARROW 20:11 self->at is of type "int" */
BEGIN
{
	start = 0;
	total = 0;
	low = 0;
	wide = (uint64_t)0;
	seconds = 0;
}
syscall::write:entry
{
	self->at = 0;
}
syscall::read:entry
{
	start = timestamp;
	total += timestamp - wide;
	self->at = vtimestamp;
	low = (int)timestamp;
	wide = timestamp;
	seconds = (timestamp - wide) / 1000000000;
	printf("%d %d %d %d %d\n", start, total, self->at, low, seconds);
}
