# SPDX-License-Identifier: BSD-2-Clause
"""The programs of tests/programs/run.

name: (Debian packages, preparation, command[, options])

The preparation is a script of the shell that fills an empty folder, in which the command then runs. In a command, quotes group
words and no shell works. Options:

    status=N        the exit status, if it is not 0
    volatile=RE     lines of the output that differ from run to run
    ignored=GLOB    files that differ from run to run
    server=…        see SERVERS
"""

TEXT = "seq 20000 | awk '{ print $1 * 7919 % 20011, \"line\", $1, \"of text\" }' > text\n"
SOURCE = """cat > fib.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *left, *right; int key; char name[16]; };
static struct node *insert(struct node *n, int key)
{
	if (!n) {
		n = calloc(1, sizeof(*n));
		n->key = key;
		snprintf(n->name, sizeof(n->name), "n%d", key);
	} else if (key < n->key) {
		n->left = insert(n->left, key);
	} else {
		n->right = insert(n->right, key);
	}
	return n;
}
static long walk(const struct node *n) { return n ? walk(n->left) + strlen(n->name) + walk(n->right) : 0; }
int main(void)
{
	struct node *root = NULL;
	for (unsigned i = 0, x = 1; i < 1000; i++, x = x * 1103515245 + 12345)
		root = insert(root, x >> 8);
	printf("%ld\\n", walk(root));
	return 0;
}
