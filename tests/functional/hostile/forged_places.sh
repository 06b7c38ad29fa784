#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# Probes of a file fire in all processes that map it, so no other user's process decides where its functions begin:
# neither by debug files in its mount namespace, nor by the function that it has "chosen" for an IFUNC. A breakpoint
# within an instruction would change the function's result.
. "$SRCDIR/_common.sh"
as_user unshare -rm true 2>/dev/null || { echo 'no user namespaces for ordinary users'; exit 77; }

cat >lib.c <<'END'
static unsigned one(void) { return 1; }
static void *choose(void) { return (void *)one; }
unsigned chosen(void) __attribute__((ifunc("choose")));
__asm__(".globl value\n.type value, @function\nvalue: mov $0x90909090, %eax\n ret\n.size value, .-value\n");
END
cat >program.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
extern unsigned value(void), chosen(void);
/* Let the words that lead to chosen() lead into value(). */
static void forge(void)
{
	uintptr_t at = (uintptr_t)chosen, begin, end;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], mode[5];

	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %4s", &begin, &end, mode) == 3 && mode[0] == 'r' && mode[2] != 'x' &&
		    mode[3] == 'p' && !mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE))
			for (volatile uintptr_t *w = (void *)begin; (uintptr_t)w < end; w++)
				if (*w == at && w != &at)
					*w = (uintptr_t)value + 1;
}
int main(int argc, char **argv)
{
	unsigned last = 0;

	if (argc > 1) {
		forge();
		printf("forged\n");
		fflush(stdout);
		for (;;)
			pause();
	}
	for (;; usleep(1000))
		if (value() != last) {
			printf("%x\n", last = value());
			fflush(stdout);
		}
}
END
id=00112233445566778899aabbccddeeff00112233
gcc -O1 -fPIC -shared -s -Wl,--build-id=0x$id -o libforged.so lib.c || fail 'no library'
gcc -O1 -o user program.c ./libforged.so -Wl,-rpath,"$TMPDIR" || fail 'no program'
printf '.text\n.space 1, 0x90\n.globl value\n.type value, @function\nvalue: .space 5, 0x90\n.size value, 5\n' >forged.s
at=$(nm -D libforged.so | sed -n 's/ T value$//p')
gcc -shared -nostdlib -Wl,-Ttext=0x"$at",--build-id=0x$id -o forged forged.s || fail 'no forged file'
chmod 755 user libforged.so forged

# The victim's output while the program traces; the victim starts after the hostile process, which dtrace
# examines first.
trace() { # program
	./user >seen & victim=$!
	until grep -q . seen; do kill -0 $victim || fail 'the victim has ended'; done
	bounded 20 -qn "$1 { @ = count(); } tick-300ms { exit(0); }" >counts 2>notices
	kill $victim
	[ "$(cat seen)" = 90909090 ] || fail "$1 has changed another's process: $(tr '\n' ' ' <seen)"
}

export id
"${as_user[@]}" unshare -rm bash -c '
	mount -t tmpfs none /usr/lib/debug || exit 1
	mkdir -p "/usr/lib/debug/.build-id/${id:0:2}"
	cp forged "/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug"
	exec ./user' >/dev/null & hostile=$!
until [ "$(readlink /proc/$hostile/exe)" = "$TMPDIR/user" ]; do kill -0 $hostile || fail 'it does not run'; done
trace 'pid*:libforged.so:value:entry'
kill $hostile

coproc "${as_user[@]}" ./user forge
hostile=$COPROC_PID
read -r line <&"${COPROC[0]}"
[ "$line" = forged ] || fail 'it does not forge'
trace 'pid*:libforged.so:chosen:entry'
grep -q 'chosen in libforged.so cannot be probed: an IFUNC' notices || fail "$(cat notices)"
kill $hostile
exit 0
# output:
