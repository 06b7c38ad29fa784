provider both {
	probe one(int first, int second) = dtrace:::BEGIN { 1, 2 };
	probe two(int first, char *second, int third) = dtrace:::BEGIN { 4, (char *)5, 6 };
};
both:::
{
	trace(args[0]);
	trace(args[1]);
	trace(args[2]);
}
/* expect: D_ARGS_MULTI 8:12 args[1] may not be used */
/* expect: D_ARGS_MULTI 9:12 args[2] may not be used */
