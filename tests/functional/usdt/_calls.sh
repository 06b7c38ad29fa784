# SPDX-License-Identifier: BSD-2-Clause
#
# Headers that other DTraces made call functions that do not exist: -G turns the calls into probes,
# in every form that compilers give them, with arguments in registers and on the stack. A second -G
# finds nothing to do.
cd "$TMPDIR"
cat >p.d <<'EOF2'
provider p {
	probe go(int, int);
	probe less__often(int, char *, long, short, char, int64_t, int, unsigned int);
};
EOF2
cat >p.h <<'EOF2'
#ifdef __cplusplus
extern "C" {
#endif
extern void __dtrace_p___go(int, int);
extern int __dtraceenabled_p___go(void);
extern void __dtrace_p___less__often(int, char *, long, short, char, long long, int, unsigned);
extern int __dtraceenabled_p___less__often(void);
#define P_GO(a, b) __dtrace_p___go(a, b)
#define P_GO_ENABLED() __dtraceenabled_p___go()
#define P_LESS_OFTEN(a, b, c, d, e, f, g, h) __dtrace_p___less__often(a, b, c, d, e, f, g, h)
#define P_LESS_OFTEN_ENABLED() __dtraceenabled_p___less__often()
#ifdef __cplusplus
inline void in_group(int a) { P_GO(a, 9); __asm__ volatile(""); }
}
#else
static __attribute__((noinline)) void in_group(int a) { P_GO(a, 9); __asm__ volatile(""); }
#endif
EOF2
cat >main.c <<'EOF2'
#include "p.h"
#include <stdio.h>
#ifdef __cplusplus
extern "C"
#endif
int library(char *name);
static __attribute__((noinline)) void tail(int a, int b) { P_GO(b, a); }
int main(int argc, char **argv)
{
	printf("go %s\n", P_GO_ENABLED() ? "traced" : "not traced");
	printf("less often %s\n", P_LESS_OFTEN_ENABLED() ? "traced" : "not traced");
	fflush(stdout);
	tail(argc + 1, argc);
	in_group(-argc);
	return library(argv[0]);
}
EOF2
cat >library.c <<'EOF2'
#include "p.h"
#ifdef __cplusplus
extern "C"
#endif
int library(char *name);
int library(char *name)
{
	in_group(name ? -2 : -1);
	P_LESS_OFTEN(1, name, -3, -4, -5, -6000000000LL, -7, 8);
	return 0;
}
EOF2
try() { # compiler and flags
	"$@" -c main.c && "$@" -c library.c && "$DTRACE" $model -G -s p.d main.o library.o || exit 1
	cat main.o library.o >before
	"$DTRACE" $model -G -s p.d -o probes.o main.o library.o && cat main.o library.o | cmp - before || exit 1
	"$DTRACE" $model -G -s p.d main.o library.o || exit 1
	"${@/c++/none}" main.o library.o p.o -o p || exit 1
	{ ./p; "$DTRACE" -qn 'p$target:::go { printf("%s %d %d\n", probefunc, args[0], arg1); }
		p$target:::less-often { printf("%s %d %s %d %d %d %d %d %d\n", probefunc, args[0],
			copyinstr(arg1), args[2], args[3], args[4], args[5], args[6], args[7]); }' \
		-c ./p; } 2>&1 | sed s/_ZL4tailii/tail/ >seen
	[ -e wanted ] || cp seen wanted
	diff wanted seen || { echo "$*"; exit 1; }
}
