BEGIN {
	a = ;
	b = 1;
	c(1;
	d[1;
	e
	f = 2;
	if (g h;
	if (i) { j = ; k } l;
	while (1) m;
	return;
	switch (n) { case 1: o; }
	p = q->;
	r = self->;
	@s[];
}
END { t = ; }
