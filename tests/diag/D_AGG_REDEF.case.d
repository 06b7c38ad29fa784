BEGIN
{
	@a = count();
	@a = sum(1);
}
/* expect: D_AGG_REDEF 4:2 @a is aggregated by count( ), not sum( ) */
