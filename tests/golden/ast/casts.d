BEGIN {
	(int)a; (unsigned long long)a; (char *)a; (struct foo *)a; (struct foo **)a->b;
	(uint64_t)a; (uint64_t)-a; (uint64_t)(a); (uint64_t *)a; (uid_t)a + 1;
	(a); (a) - 1; (a) * b; (a)(b); (a)->x; (a)[1]; (a * b); (a ** b); (a) ? b : c;
	(const char *)a; (int (*)(int, char *))a; (int[4])a; (string)a; (void)a;
	(enum e)a; (userland int *)a; (int)(int)a; sizeof (uint64_t); sizeof (x);
}
