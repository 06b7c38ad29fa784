/* Each description of a list has its own types of args[]. */
probe:::typed, other:::typed
{
	trace(args[0] + 1);
}
