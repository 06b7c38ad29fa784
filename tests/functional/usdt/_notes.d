notes$target:::constants { printf("constants %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4); }
notes$target:::parts { printf("parts %x %x %x %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5); }
notes$target:::memory { printf("memory %d %d %d %d\n", arg0, arg1, arg2, arg3); }
notes$target:::symbols { printf("symbols %d %d\n", arg0, arg1); }
notes$target:::unreadable { printf("unreadable %d %d %d\n", arg0, arg1, args[2]); }
notes$target:::floats { printf("floats %x\n", arg0); }
notes$target:::places { printf("places %d\n", arg0); }
notes$target:::shared { printf("shared %s %d\n", probefunc, arg0); }
END { printf("the end\n"); }
