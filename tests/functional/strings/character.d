/* flags: -q */
/* engine: in the kernel, for curthread */
/* s[n] is a character of a string from any source; after its end it is 0. */
BEGIN
{
	s = "hello";
	i = 1;
	z["k"] = s;
	self->s = "abc";
	this->s = strjoin(s, "!");
	printf("%c%c%c%c%c\n", s[0], s[i], z["k"][4], self->s[2], this->s[i + 4]);
	printf("%d %d %d\n", s[5], s[4000], sizeof (s[0]));
	printf("%c %c %d\n", "literal"[3], execname[0], curthread->comm[0] == execname[0]);
	printf("%s\n", strjoin("/a", "b")[0] == '/' ? "absolute" : "relative");
	exit(0);
}
/* output:
heoc!
0 0 1
e d 1
absolute

*/
