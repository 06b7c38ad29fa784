/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("[%s]", strtok("//one/two,three/", "/"));
	printf("[%s]", strtok(NULL, ",/"));
	printf("[%s]", strtok(NULL, ","));
	printf("%d\n", strtok(NULL, "/") == NULL);
}

/* The rest is still there in the next clause, also from a variable. */
BEGIN
{
	x = "a b  c";
	this->a = strtok(x, " ");
	x = "gone";
	this->b = strtok(NULL, " ");
}

BEGIN
{
	@[strtok(NULL, " ")] = count();
	printf("[%s][%s] %d\n", this->a, this->b, strtok(NULL, " ") == NULL);
	printf("%d [%s]\n", strtok("", " ") == NULL, strtok("none", ""));
	printf("%d %d\n", strtok("x", "x") == NULL, strtok("xy", "x") == "y");
}

/* A delimiter stays for the next call, which may have others. */
BEGIN
{
	printf("[%s]", strtok("key=value;rest", "="));
	printf("[%s]", strtok(NULL, ";"));
	printf("[%s]\n", strtok(NULL, "r"));
	exit(0);
}
/* output:
[one][two][three/]1
[a][b] 1
1 [none]
1 1
[key][=value][;]

  c                                                                 1
*/
