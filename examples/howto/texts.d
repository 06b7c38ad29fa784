#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * texts.d - functions on strings, each with its result.
 *
 * usage: texts.d
 *
 *	basename libz.so.1 dirname /usr/local/lib
 *	index 11 rindex 15
 *	strchr z.so.1 strrchr /libz.so.1 strstr so.1
 *	substr local so.1
 *	strlen 24 toupper LOUD tolower quiet
 *	strtok a b c
 *	strtoll 123 255 lltostr -5 0xff strjoin onetwo
 *	compare 1 1 1
 */
#pragma D option quiet

BEGIN
{
	this->path = "/usr/local/lib/libz.so.1";
	printf("basename %s dirname %s\n", basename(this->path), dirname(this->path));
	printf("index %d rindex %d\n", index(this->path, "lib"), rindex(this->path, "lib"));
	printf("strchr %s strrchr %s strstr %s\n", strchr(this->path, 'z'), strrchr(this->path, '/'),
	    strstr(this->path, "so"));
	printf("substr %s %s\n", substr(this->path, 5, 5), substr(this->path, -4));
	printf("strlen %d toupper %s tolower %s\n", strlen(this->path), toupper("loud"), tolower("QUIET"));
	printf("strtok %s", strtok("a:b:c", ":"));
	printf(" %s", strtok(NULL, ":"));
	printf(" %s\n", strtok(NULL, ":"));
	printf("strtoll %d %d lltostr %s %s strjoin %s\n", strtoll("123abc"), strtoll("ff", 16),
	    lltostr(-5), lltostr(255, 16), strjoin("one", "two"));
	printf("compare %d %d %d\n", "abc" < "abd", "abc" == "abc", "b" > "abc");
	exit(0);
}
