/* A translation as a value is a struct of all its members; its operand is computed once. */
struct out { int more; struct out *link; };
translator struct out < int N > {
	more = N > (N + 1);
};
BEGIN
{
	print(xlate <struct out> (1));
	print(xlate <struct out> ((int)arg0 * 2));
	print(xlate <struct out *> (2));
}
