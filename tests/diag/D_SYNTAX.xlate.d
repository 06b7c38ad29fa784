/* expect: D_SYNTAX 9:8 the translation contains itself */
struct outer {
	int a;
	struct outer *b;
};
translator struct outer < int N > { a = N; b = xlate<struct outer *>(N + 1); };
BEGIN
{
	print(xlate<struct outer>(1));
}
