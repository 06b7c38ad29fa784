# SPDX-License-Identifier: BSD-2-Clause
# Two programs share parts of their debug information in a third file, which the probed program names: args[] are typed.
cd "$TMPDIR"
cat >thing.h <<'END'
struct thing { int key; const char *name; struct thing *next; long values[8]; struct { int deep; char text[16]; } in; };
END
for i in 1 2; do
	cat >"work$i.c" <<END
#include "thing.h"
#include <unistd.h>
__attribute__((noipa)) int work$i(struct thing *t) { usleep(1000); return t->key + $i; }
int main(void) { struct thing t = {.key = 7, .in = {$i, "shared"}}; for (;;) work$i(&t); }
END
	gcc -g -O1 "work$i.c" -o "work$i" || exit 1
done
dwz -m common work1 work2
readelf -S work1 | grep -q gnu_debugaltlink || { echo "nothing is shared"; exit 1; }
./work2 & pid=$!
trap 'kill $pid' EXIT
until [ "$(readlink "/proc/$pid/exe")" = "$PWD/work2" ]; do kill -0 "$pid" || exit 1; done
trace() {
	"$DTRACE" -qn 'pid$target:a.out:work2:entry { printf("%d %d %s\n", args[0]->key, args[0]->in.deep, args[0]->in.text); exit(0); }' \
		-p "$pid" 2>&1
}
[ "$(trace)" = "7 2 shared" ] || trace
mv common elsewhere # the shared file is missing: dtrace guesses nothing
trace | grep -q 'the program has no debug information' || trace
# output:
