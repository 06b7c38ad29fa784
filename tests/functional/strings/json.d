/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x strsize=512 */
BEGIN
{
	s = "{ \"name\": \"a \\\"b\\\"\\t\\u00e9\\ud83d\\ude00\", \"n\": [1, -2.50e3, [3], {\"deep\": {\"er\": 4}}], \"yes\": true, \"no\":false,\"nil\":null, \"empty\":\"\", \"name\": \"again\"}";
	printf("%s %s\n", json(s, "name"), json(s, "n[0]"));
	printf("%s %s %s\n", json(s, "n[1]"), json(s, "n[2]"), json(s, "n[2][0]"));
	printf("%s %s\n", json(s, "n[3]"), json(s, "n[3].deep.er"));
	printf("%s %s %s\n", json(s, "yes"), json(s, "no"), json(s, "nil"));
	printf("%s\n", json(json(json(s, "n[3]"), "deep"), "er"));
	printf("%d\n", strtoll(json(s, "n[0]")) + 41);
	@[json(s, "n[3].deep.er")] = count();
}

/* An element that is missing, or comes after a malformed part, is NULL. */
BEGIN
{
	printf("%d %d %d %d %d\n", json(s, "nope") == NULL, json(s, "n[4]") == NULL, json(s, "name[0]") == NULL, json(s, "n.a") == NULL, json(s, "empty") == NULL);
	printf("%d %d %d\n", json("", "a") == NULL, json("{\"a\": 1}", "") == NULL, json("{\"a\": 1}", "a[") == NULL);
	printf("%d %d %d\n", json("{\"a\": [1, tru], \"b\": 2}", "b") == NULL, json("{\"a\": 01, \"b\": 2}", "b") == NULL, json("{\"a\" 1, \"b\": 2}", "b") == NULL);
	printf("[%s] %d\n", json("{\"a\": 1, \"b\": \"cut o", "a"), json("{\"a\": 1, \"b\": \"cut o", "b") == NULL);
	exit(0);
}
/* output:
a "b"	é😀 1
-2.50e3 [3] 3
{"deep": {"er": 4}} 4
true false null
4
42
1 1 1 1 1
1 1 1
1 1 1
[1] 1

  4                                                                 1
*/
