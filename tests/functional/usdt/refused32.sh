# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
# Object files with words of another width, which -G refuses, in one sentence each; they leave no files.
cd "$TMPDIR"
say() {
	echo "\$ dtrace ${*/$SRCDIR\//}"
	"$DTRACE" "$@" 2>&1 | head -n 1 | sed "s|$SRCDIR/||"
	[ "${PIPESTATUS[0]}" = 0 ] && echo 'status 0'
}
echo 'provider p { probe a(int); probe b(); };' >p.d
cat >a.c <<'EOF'
#include "p.h"
int f(void);
int f(void) { P_A(1); P_B(); return 0; }
EOF
"$DTRACE" -h -s p.d
cc -I. -c a.c -o a.o
cc -m32 -I. -c a.c -o narrow.o
say -G -s p.d -o mixed.o a.o narrow.o
say -32 -G -s p.d -o mixed.o narrow.o a.o
say -32 -G -s p.d -o narrow32.o narrow.o
say -G -s p.d -o mixed.o a.o narrow32.o
ls
# output:
# $ dtrace -G -s p.d -o mixed.o a.o narrow.o
# dtrace: 'narrow.o' has words of 32 bits, and -G writes 64: give -32 if all have 32
# $ dtrace -32 -G -s p.d -o mixed.o narrow.o a.o
# dtrace: 'a.o' has words of 64 bits, and -G writes 32: leave -32 out if all have 64
# $ dtrace -32 -G -s p.d -o narrow32.o narrow.o
# status 0
# $ dtrace -G -s p.d -o mixed.o a.o narrow32.o
# dtrace: 'narrow32.o' has words of 32 bits, and -G writes 64: give -32 if all have 32
# a.c
# a.o
# narrow.o
# narrow32.o
# p.d
# p.h
