# SPDX-License-Identifier: BSD-2-Clause
#
# Probes of a library that is opened while tracing, also by a program that the process executes then,
# and of another width of words: every form of operand. The process waits until its probe "none" is
# traced, whose clause is attached last.
cd "$TMPDIR"
"$DTRACE" -h -s "$SRCDIR/_app.d" -o app.h || exit 1
cat >ready.c <<'EOF'
#include "app.h"
int ready(void);
__attribute__((section(".probes"))) unsigned short my__app_none_semaphore;
int ready(void) { MY_APP_NONE(); return MY_APP_NONE_ENABLED(); }
EOF
cat >main.c <<'EOF'
#include <dlfcn.h>
#include <unistd.h>
int ready(void), notes(void);
#pragma weak ready
#pragma weak notes
int main(int argc, char **argv)
{
	void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
	int (*is_ready)(void) = library ? (int (*)(void))dlsym(library, "ready") : ready;
	int (*fire)(void) = library ? (int (*)(void))dlsym(library, "notes") : notes;
	if (!is_ready || !fire)
		return 2;
	for (int i = 0; !is_ready(); i++, usleep(1000))
		if (i == 60000)
			return 3;
	return fire();
}
EOF
sed 's/args\[2\]/arg2/' "$SRCDIR/_notes.d" >target.d
sed 's/\$target:::\([a-z]*\)/*:::\1 \/pid == $target\//' target.d >all.d
build() { # word width, the output, its sources and flags
	local bits=$1
	shift
	cc -m$bits -O1 $1 -Wno-main -Dmain=notes -c "$SRCDIR/notes.c" -o notes.o &&
		cc -m$bits -O1 -I. "$@" ready.c notes.o || exit 1
}
try() { # script, command, more options
	"$DTRACE" -qZ $3 -o seen -n 'my__app*:::none { }' -s "$1" -c "$2" >wanted 2>err || {
		cat err; exit 1; }
	echo 'the end' >>wanted
	sed -i '/^$/d' seen
	grep -q symbols wanted && diff wanted seen || { echo "$1 $2"; cat err; exit 1; }
	rm seen
}
