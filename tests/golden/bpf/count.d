/* The commonest case: no record, no hash. */
profile-97
{
	@ = count();
}
