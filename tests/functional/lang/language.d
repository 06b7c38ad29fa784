/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x nowarn */
/* args: 12 word "a string" */
#pragma D option strsize=16
enum color { RED, GREEN = 5, BLUE };
typedef enum color color_t;
typedef struct point { int x; long y; unsigned char z[3]; } point_t;
inline int twice[int x] = x * 2;
inline string name[int x] = x == 1 ? "one" : x == 2 ? "two" : "many";
inline int debug = 0;
inline int dynamic = pid > 0 ? 10 : 20;
color_t c;
string s, t;

BEGIN
{
	printf("%d %d %d %d\n", sizeof (point_t), offsetof(point_t, y), offsetof(struct point, z), sizeof (string));
	printf("%d %d %d %d\n", sizeof (1), sizeof (1L), sizeof ('a'), sizeof c + 1);
	c = BLUE;
	printf("%d %d %d\n", c, c == BLUE, GREEN + RED);
}

BEGIN
{
	printf("%d %d %s %s %s %d\n", twice[21], twice[twice[1] + 1], name[1], name[2], name[3], dynamic);
	debug ? printf("debug\n") : 1;
	!debug ? printf("live\n") : 1;
	1 ? printf("yes\n") : undefined_in_a_dead_arm;
	printf("%d %s %s %s\n", $1 + 1, $$1, $$2, $3);
}

/* Strings: values, cut at strsize. */
BEGIN
{
	s = "0123456789abcdefgh";
	t = strjoin(s, "!");
	printf("[%s] %d %d\n", s, strlen(s), s == t);
	s = "";
	printf("%d %d [%s]\n", s == NULL, s == "", s);
	t = NULL;
	printf("%d %d\n", s == t, t == NULL);
	s = "b";
	t = s;
	s = "c";
	printf("%s %s\n", s, t);
}

BEGIN
{
	printf("%d%d%d%d%d%d", t == "b", t != "b", t < "b", t <= "b", t > "b", t >= "b");
	printf(" %d%d%d%d%d%d", t == "a", t != "a", t < "a", t <= "a", t > "a", t >= "a");
	printf(" %d%d%d%d%d%d", t == "bb", t != "bb", t < "bb", t <= "bb", t > "bb", t >= "bb");
	t = "\xff";
	printf(" %d%d\n", t > "a", t < "");
	printf("%d %d\n", probename == "BEGIN", "BEGINNING" > probename);
}

/* if and else, with data in both. */
BEGIN
{
	this->i = 3;
	if (this->i > 2) {
		printf("more\n");
		if (this->i == 3)
			printf("three\n");
		else
			printf("not three\n");
	} else {
		printf("less\n");
	}
	if (this->i & 4)
		printf("never\n");
	else if (this->i & 2)
		printf("two\n");
	if (s == "c") {
		;
	} else
		printf("never\n");
	printf("done\n");
	exit(0);
}
/* output:
24 8 16 16
4 8 4 5
6 1 5
42 6 one two many 10
live
yes
13 12 word a string
[0123456789abcdef] 16 1
1 1 []
1 1
c b
100101 010011 011100 10
1 1
more
three
two
done

*/
