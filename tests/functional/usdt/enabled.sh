# SPDX-License-Identifier: BSD-2-Clause
#
# A semaphore is set exactly while its probe is traced, in a process that runs already; without a
# tracer nothing is. The program ends only if it sees both changes.
cd "$TMPDIR"
"$DTRACE" -h -s "$SRCDIR/_app.d" -o app.h && "$DTRACE" -G -s "$SRCDIR/_app.d" -o probes.o || exit 1
cat >main.c <<'EOF'
#include "app.h"
#include <sched.h>
#include <stdio.h>
int main(void)
{
	int other = MY_APP_INTS_ENABLED();

	printf("ready\n");
	fflush(stdout);
	while (!MY_APP_NONE_ENABLED())
		sched_yield();
	while (MY_APP_NONE_ENABLED()) {
		other += MY_APP_INTS_ENABLED();
		MY_APP_NONE();
	}
	printf("enabled, then not; others %d\n", other);
}
EOF
cc -O2 -I. main.c probes.o -o main || exit 1
mkfifo said
start() {
	./main >said &
	exec 3<said
	read -r _ <&3
}
start
for way in "my__app$!" 'my__app$target -p'; do
	set -- $way
	[ "$2" ] && { start; set -- "$1" -p $!; }
	"$DTRACE" -qn "$1:::none /++n == 1000/ { printf(\"traced\n\"); exit(0); }" "${@:2}" || exit 1
	wait $! && cat <&3
done
# output:
# traced
#
# enabled, then not; others 0
# traced
#
# enabled, then not; others 0
