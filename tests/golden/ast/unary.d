BEGIN {
	-a; +a; ~a; !a; *a; &a; ++a; --a; a++; a--; - -a; !~-+a; *&a; -a++; ++*p; *p++; (*p)++;
	sizeof a; sizeof (a); sizeof a + 1; sizeof (int) + 1; sizeof -a; sizeof (int *);
	stringof a; stringof (a); stringof a->b == "x"; stringof (a) + 1;
}
