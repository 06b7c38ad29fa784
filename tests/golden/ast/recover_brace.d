BEGIN {
	if (a) {
		b = 1;
}
END {
	c = ;
}
