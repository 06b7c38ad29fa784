/* expect: D_UNKNOWN 5:1 a record of 1114264 bytes does not fit: at most 1048576, and bufsize */
#pragma D option strsize=65536
string s;

BEGIN
{
	s = execname;
	trace(s); trace(s); trace(s); trace(s); trace(s); trace(s); trace(s); trace(s); trace(s);
	trace(s); trace(s); trace(s); trace(s); trace(s); trace(s); trace(s); trace(s);
}
