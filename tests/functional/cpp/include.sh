# SPDX-License-Identifier: BSD-2-Clause
# -C: an included file may be D, with clauses, inlines, translators, variables; C next to it is skipped.
cd "$TMPDIR"
cat > common.d <<'END'
#pragma D option quiet
#define LIMIT 5
inline int limit = LIMIT * 2;
inline string word[int n] = n == 1 ? "one" : "many";
typedef struct pair { int a, b; } pair_t;
translator pair_t < int v > { a = v; b = v * 2; };
int count_of[string];
self int depth;
provider mine { probe go(int); };
dtrace:::BEGIN { seen = 7; printf("included\n"); }
tick-1h, dtrace:::END
/seen == 7 && (probename == "END")/
{
	if (seen == 7) {
		printf("end %s\n", "}{");
	}
}
int table[4] = {1, 2, 3, 4};
int function(int n) { return n; }
static int local(int n) { return n; }
static inline int both(int n) { int m = n; return m; }
int prototype(int);
extern int elsewhere;
END
cat > script.d <<'END'
#include "common.d"
BEGIN
{
	count_of["a"] = 3;
	printf("%d %s %d %d\n", limit, word[2], xlate<pair_t>(4).b, count_of["a"]);
	exit(0);
}
END
"$DTRACE" -Cs script.d | grep .
sed -i 's/seen = 7/seen = nosuch/' common.d
"$DTRACE" -Cs script.d 2>&1 | grep -o 'common.d:10:.*'
# output:
# included
# 10 many 8 3
# end }{
# common.d:10:25: error: failed to resolve nosuch: Unknown variable name
