# SPDX-License-Identifier: BSD-2-Clause
# Probes that no executor serves are reported with -q, too; those that the kernel takes over are not. Programs of the library get
# both facts as data.
# needs: x86-64
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/sites.c" <<'EOF'
#define FUNCTION(name, code) \
	long name(long, long *); \
	__asm__(".p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" code "\n.size " #name ", . - " #name);
FUNCTION(plain, "mov %rdi, %rax\nadd $1, %rax\nret")
/* Its first return has no room: a jump leads to it. */
FUNCTION(several, "test %rdi, %rdi\nje 2f\n1: ret\n2: lea 1(%rdi), %rax\ntest $3, %al\nje 1b\nadd $7, %rax\nret")
/* The kernel cannot probe its entry. */
FUNCTION(locked, "lock addq $5, (%rsi)\nmov (%rsi), %rax\nret")
int main(void)
{
	long n = 0;
	for (long i = 0; i < 10; i++)
		n += plain(i, &n) + several(i, &n) + locked(i, &n);
	return n == 0;
}
EOF
cat >"$TMPDIR/skips.c" <<'EOF'
#include <dtrace/dtrace.h>
#include <dtrace/listing.h>
#include <stdio.h>
static void print(void *arg, const struct dtrace_skip *s)
{
	printf("skip %s %s: unserved %d, places %zu\n", s->function, s->name, s->is_unserved, s->n_places);
}
int main(int argc, char **argv)
{
	struct dtrace_error *err;
	struct dtrace *d;

	if (!(err = dtrace_open(&d)) && !(err = dtrace_setopt(d, "quiet", NULL)) &&
	    !(err = dtrace_command(d, argv[1])) && !(err = dtrace_add(d, DTRACE_TEXT_NAME, argv[2])) && !(err = dtrace_go(d)))
		dtrace_each_skip(d, print, NULL);
	if (err)
		printf("%s\n", dtrace_error_message(err));
	dtrace_error_free(err);
	dtrace_close(d);
	return err != NULL;
}
EOF
build=${DTRACE%/*}
cc -O1 -o "$TMPDIR/sites" "$TMPDIR/sites.c" &&
	cc -Wall -I ../../../include -o "$TMPDIR/skips" "$TMPDIR/skips.c" -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
chmod -R a+rX "$TMPDIR"
probes='pid$target:sites:several:return, pid$target:sites:plain:entry'
count='{ @[probefunc] = count(); }'
mark() { sed 's/pid[0-9]*/pid/g'; }

echo "--- a user"
as_user "$DTRACE" -q -c "$TMPDIR/sites" -n "$probes $count" 2>&1 | mark
echo "--- a user, several probes"
as_user "$DTRACE" -q -c "$TMPDIR/sites" -n "$probes, pid\$target:sites:several:5 $count" 2>&1 | mark
echo "--- root: the kernel serves the sites"
inside -c "$TMPDIR/sites" -n "$probes $count" | mark
echo "--- root: neither serves the site"
"$DTRACE" -q -x engine=kernel -c "$TMPDIR/sites" -n "pid\$target:sites:[lp]*:entry $count" 2>&1 | mark
echo "--- only what would fire is lost"
"$DTRACE" -q -n 'vminfo:::[ps][gw]*in, BEGIN { exit(0); }' 2>&1
"$DTRACE" -n 'vminfo:::[ps][gw]*in, BEGIN { exit(0); }' 2>&1 | grep -o 'skipped.*'
echo "--- the library"
as_user "$TMPDIR/skips" "$TMPDIR/sites" "$probes {}"
as_user "$TMPDIR/skips" "$TMPDIR/sites" 'pid$target:sites:plain:entry, pid$target:sites:several:5 {}'
"$TMPDIR/skips" "$TMPDIR/sites" 'pid$target:sites:plain:entry, vminfo:::[ps][gw]*in {}'
# output:
# --- a user
# dtrace: skipped pid:sites:several:return at 5: has no room for a jump (all of its 2 places)
#
#   plain                                                            10
# --- a user, several probes
# dtrace: 3 sites skipped (-v names them): has no room for a jump (3)
#
#   plain                                                            10
# --- root: the kernel serves the sites
#
#   plain                                                            10
#   several                                                          10
# --- root: neither serves the site
# dtrace: skipped pid:sites:locked:entry: a lock or segment prefix
#
#   plain                                                            10
# --- only what would fire is lost
#
# skipped (-v names them): Linux does not swap whole processes (2)
# --- the library
# skip several return: unserved 1, places 2
# skip several 5: unserved 1, places 1
# skip  pgswapin: unserved 0, places 1
# skip  swapin: unserved 0, places 1
