/* The second clause's predicate does not touch the first clause. */
BEGIN
{
	@ = count();
}

BEGIN
/pid == 1/
{
	@ = count();
}
