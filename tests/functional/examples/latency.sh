# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# Each call has its time in the histogram of its function.
. ./_run.sh
run user/latency.d '[oim][uni][tnd]*' -c "act call:5*10" | awk 'NF == 1 { name = $1 } /\|/ { n[name] += $NF } END { for (name in n) print name, n[name] }' | sort
# A call that longjmp() leaves does not count, and the time of its caller is the caller's.
cat >"$TMPDIR/leaves.c" <<'END'
#include <setjmp.h>
#include <unistd.h>
static jmp_buf back;
__attribute__((noipa)) void left(void) { longjmp(back, 1); }
__attribute__((noipa)) void caller(void)
{
	usleep(20000);
	if (!setjmp(back))
		left();
}
int main(void)
{
	for (int i = 0; i < 3; i++)
		caller();
	return 0;
}
END
cc -O1 -o "$TMPDIR/leaves" "$TMPDIR/leaves.c" || exit 1
run user/latency.d '[cl]*[rt]' -c "$TMPDIR/leaves" |
	awk 'NF == 1 { name = $1 } /\|/ && $NF { n[name] += $NF; if ($1 !~ /ms/) print "too short:", $0 } END { for (name in n) print name, n[name] }'
# output:
# inner 20
# middle 10
# outer 10
# caller 3
