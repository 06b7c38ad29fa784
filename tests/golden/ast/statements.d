BEGIN { }
BEGIN { ; ;; }
BEGIN { a }
BEGIN { a; b; c; }
BEGIN {
	if (a) b;
	if (a) b; else c;
	if (a) { b; c } else if (d) { } else { e; }
	if (a) if (b) c; else d;
	if (a) ;
	a ? printf("x") : 1;
}
