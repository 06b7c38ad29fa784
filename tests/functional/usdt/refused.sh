# SPDX-License-Identifier: BSD-2-Clause
# Operations that -h and -G refuse, in one sentence each; they leave no files.
cd "$TMPDIR"
say() {
	echo "\$ dtrace ${*/$SRCDIR\//}"
	"$DTRACE" "$@" 2>&1 | head -n 1 | sed "s|$SRCDIR/||; s/object file of [a-z0-9]*/object file of this machine/"
	[ "${PIPESTATUS[0]}" = 0 ] && echo 'status 0'
}
say -h
say -h -n 'provider p { probe a(); };'
say -G -n 'provider p { probe a(); };' # d.out
readelf -Ws d.out | grep -o 'p_a_semaphore'
rm d.out
echo 'inline int x = 1;' >none.d
say -h -s none.d
echo 'provider p { probe a(); }; BEGIN { exit(0); }' >clause.d
say -G -s clause.d
echo 'BEGIN{}' >begin.d # as configure of Python asks whether objects are to be linked
say -G -s begin.d -o begin.o
cc -shared -o begin.so begin.o || echo 'begin.o cannot be linked'
rm -f begin.o begin.so clause.o
say -h -s begin.d
echo 'provider p { probe a(float); };' >float.d
say -h -s float.d
say -h -G -s float.d
echo 'provider p { probe a(int); probe b(); };' >p.d
say -G -s p.d -o none/p.o
say -h -s p.d -o none/p.h
say -G -s p.d missing.o
say -G -s p.d p.d
say -h -s p.d
say -G -s p.d
cat >a.c <<'EOF'
#include "p.h"
int f(void);
int f(void) { P_A(1); P_B(); return 0; }
EOF
cc -I. -c a.c -o a.o
rm -f p.o
say -G -s p.d a.o
cat >calls.c <<'EOF'
void __dtrace_p___a(int), __dtrace_q___a(int), __dtrace_p___c(int);
int f(void (**g)(int));
int f(void (**g)(int)) { CALL; return 0; }
EOF
for call in '__dtrace_q___a(1)' '__dtrace_p___c(1)' '*g = __dtrace_p___a'; do
	cc -O2 "-DCALL=$call" -c calls.c
	cp calls.o was.o
	say -G -s p.d -o called.o calls.o
	cmp calls.o was.o
done
rm called.o calls.[co] was.o
echo 'provider p { probe a(int, int); probe b(); };' >p2.d
say -G -s p2.d a.o
echo 'provider p { probe a(int); };' >p3.d
say -G -s p3.d a.o
ls
