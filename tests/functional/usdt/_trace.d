my__app$target:::none { printf("none\n"); }
my__app$target:::ints { printf("ints %d %d %d %d %d %u %d %u\n", args[0], args[1], args[2], args[3],
	args[4], args[5], args[6], args[7]); }
my__app$target:::many { printf("many %d %d %d %s %d %d %s %d %d %d %d %s\n", args[0], args[1],
	args[2], copyinstr(arg3), args[4], args[5], stringof(args[6]), args[7], arg8, arg9, args[10],
	stringof(args[11])); }
my__app$target:::in-header { printf("in-header %d\n", arg0); }
