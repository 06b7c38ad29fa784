BEGIN {
	a = 1;
	if (b) {
