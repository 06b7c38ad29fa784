/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("[%s]", strtok(NULL, "/"));
	printf("[%s]", strtok("//one/two,three/", "/"));
	printf("[%s]", strtok(NULL, ",/"));
}

/* What is left is still there in the next clause, also from a variable. */
BEGIN
{
	printf("[%s]", strtok(NULL, "/"));
	printf("[%s][%s]\n", strtok(NULL, "/"), strtok(NULL, "/"));
	x = "a b  c";
	this->a = strtok(x, " ");
	x = "gone";
	this->b = strtok(NULL, " ");
	@[strtok(NULL, " ")] = count();
	printf("[%s][%s][%s]\n", this->a, this->b, strtok(NULL, " "));
	printf("[%s][%s]\n", strtok("", " "), strtok("none", ""));
	printf("%d %d\n", strtok("x", "x") == NULL, strtok("xy", "x") == "y");
	exit(0);
}
