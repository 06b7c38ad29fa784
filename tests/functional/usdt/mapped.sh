# SPDX-License-Identifier: BSD-2-Clause
#
# argN is mapped as args[N]: also where one is published twice, where one is left out, and in a file
# that the tracer finds by its name alone.
# timeout: 60
cd "$TMPDIR"
cat >p.d <<'EOF2'
provider p {
	probe go(int i, int j) : (int j, int i, int i);
	probe less(int i, char *s, int k) : (int k);
};
EOF2
cat >p.c <<'EOF2'
#include "p.h"
#include <unistd.h>
int main(int argc, char **argv)
{
	while (argc > 1 && !P_GO_ENABLED())
		usleep(1000);
	if (argc > 1)
		sleep(1); // before Linux 6.6 a probe is counted before it has its program
	P_GO(argc * 10, argc * 20);
	P_LESS(argc * 10, argv[0], argc * -30);
	return 0;
}
EOF2
"$DTRACE" -h -s p.d && cc -O2 -I. -c p.c && "$DTRACE" -G -s p.d p.o -o probes.o &&
	cc p.o probes.o -o p || exit 1
for option in bufsize=1m usdtfile=./p; do
	"$DTRACE" -qx $option -n 'p*:::go { printf("args %d %d %d arg0-3 %d %d %d %d\n", args[0], args[1],
		args[2], arg0, arg1, arg2, arg3); }
		p*:::less { printf("args %d arg0-1 %d %d\n", args[0], (int)arg0, arg1); }' -c ./p
done
"$DTRACE" -qZn 'p$target:::go { printf("arg0-3 %d %d %d %d\n", arg0, arg1, arg2, arg3); }' -c 'env ./p waits'
