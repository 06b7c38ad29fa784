# SPDX-License-Identifier: BSD-2-Clause
#
# argN is mapped as args[N]: also where one is published twice, where one is left out, and in a file
# that the tracer finds by its name alone.
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
	while (argc > 1 && access(argv[1], F_OK)) { // until the tracer has seen it
		P_GO(0, 0);
		usleep(1000);
	}
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
"$DTRACE" -qwZn 'p$target:::go /arg1/ { printf("arg0-3 %d %d %d %d\n", arg0, arg1, arg2, arg3); }
	p$target:::go /!arg1 && !seen++/ { system("touch seen"); }' -c 'env ./p seen'
# output:
# args 20 10 10 arg0-3 20 10 10 0
# args -30 arg0-1 -30 0
#
# args 20 10 10 arg0-3 20 10 10 0
# args -30 arg0-1 -30 0
#
# arg0-3 40 20 20 0
#
