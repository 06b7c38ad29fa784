BEGIN
{
	trace(1);
}

BEGIN
/pid == 7/
{
	trace(timestamp);
}

BEGIN
{
	trace(2);
}
