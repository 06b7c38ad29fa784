# SPDX-License-Identifier: BSD-2-Clause
#
# One provider in an archive that is linked into a program, and in a shared library that it uses: each
# has its own probes and semaphores.
cd "$TMPDIR"
"$DTRACE" -h -s "$SRCDIR/_app.d" -o app.h && "$DTRACE" -G -s "$SRCDIR/_app.d" -o probes.o || exit 1
cc -O2 -I. -c -DFUNCTION=from_archive "$SRCDIR/_lib.c" -o archive.o &&
cc -O2 -I. -c -fPIC -DFUNCTION=from_library "$SRCDIR/_lib.c" -o library.o &&
ar crs libarchive.a archive.o probes.o &&
ld -r library.o probes.o -o joined.o && cc -shared joined.o -o libuses.so || exit 1
cat >main.c <<'EOF'
#include <stdio.h>
int from_archive(int), from_library(int);
int main(void)
{
	int a = from_archive(3), l = from_library(5);

	printf("archive %d library %d\n", a, l);
}
EOF
cc main.c -o main -L. -larchive -luses -Wl,-rpath,"$TMPDIR" || exit 1
trace() {
	"$DTRACE" -qn "$1 { @[probemod, probefunc] = count(); } END { printa(\"%s %s %@d\n\", @); }" \
		-c ./main
}
trace 'my__app$target:::in-header'
trace 'my__app$target:main::in-header'
trace 'my__app$target:libuses.so:from_l*:in-header'
# output:
# archive 1 library 1
# main from_archive 3
# libuses.so from_library 5
#
# archive 1 library 0
# main from_archive 3
#
# archive 0 library 1
# libuses.so from_library 5
#
