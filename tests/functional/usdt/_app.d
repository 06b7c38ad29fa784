struct point {
	int x, y;
	const char *name;
};

typedef struct pointinfo {
	int pt_sum;
	string pt_name;
} pointinfo_t;

translator pointinfo_t <struct point *p> {
	pt_sum = p->x + p->y;
	pt_name = copyinstr((uintptr_t)p->name);
};

provider my__app {
	probe none();
	probe ints(int8_t, uint8_t, int16_t, uint16_t, int, unsigned int, int64_t, uint64_t);
	probe many(int, char, long, char *, short, int, string, int, int64_t, int8_t, uint16_t, char *);
	probe in__header(int);
	probe point(int n, struct point *p) : (pointinfo_t *p, int n);
};

#pragma D attributes Evolving/Evolving/Common provider my__app provider
#pragma D attributes Stable/Stable/Common provider my__app name
