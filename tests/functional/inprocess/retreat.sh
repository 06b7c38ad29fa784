# SPDX-License-Identifier: BSD-2-Clause
# A site turns out not to be patchable only when it is: another tracer's probe is in its bytes, a word of a stack points into them,
# or no memory is near. For root, the kernel serves its probes, and the others stay inside. A user gets the reason.
. "$SRCDIR/_inside.sh"
mark() { sed "s/process [0-9]*/process N/; s/pid[0-9]*/pid/g; s/free [0-9]*/free n/"; }
count='pid$target:a.out:first:entry, pid$target:a.out:second:entry { @[probefunc] = count(); }'
trace() { $as "$DTRACE" -x engine=inprocess -qv "$@" -n "$count" 2>&1 | grep -E '^ +(first|second) |^dtrace: (the|skip|could)' | mark; }
go='tick-10ms /!begun++/ { system("echo go >&3"); }'

echo "--- another tracer"
for as in env "$user"; do
	start_target calls w 2 1000
	as= start_tracing 'pid$target:a.out:first:[0-9a-f]* { @ = count(); } tick-10ms /!said++/ { printf("ready\n"); }' -x engine=kernel
	trace -w -p "$target" -n "$go"
	wait "$target" "$dtrace"
done

echo "--- a word of a stack"
cat >"$TMPDIR/word.c" <<'END'
#include <stdint.h>
#include <stdio.h>
__attribute__((noinline)) long first(long a) { volatile long sum = a; return sum + 1; }
__attribute__((noinline)) long second(long a) { volatile long sum = a; return sum + 2; }
int main(void)
{
	volatile uintptr_t words[16];
	for (int i = 0; i < 16; i++) words[i] = (uintptr_t)first + i;
	puts("ready");
	fflush(stdout);
	getchar();
	for (int i = 0; i < 7; i++) first(i), second(i);
	return words[0] == 0;
}
END
# Memory everywhere near the program, but not near libraries.
cat >"$TMPDIR/full.c" <<'END'
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
__attribute__((noinline)) long first(long a) { volatile long sum = a; return sum + 1; }
__attribute__((noinline)) long second(long a) { volatile long sum = a; return sum + 2; }
__attribute__((constructor)) void fill(void)
{
	for (uintptr_t size = 1 << 28; size >= 1 << 20; size /= 2)
		for (uintptr_t at = size; at < 0x90000000; at += size)
			mmap((void *)at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}
int main(void) { for (int i = 0; i < 7; i++) first(i), second(i); return 0; }
END
cc -O2 -o "$TMPDIR/word" "$TMPDIR/word.c" && cc -O2 -no-pie -o "$TMPDIR/full" "$TMPDIR/full.c" || exit 1
for as in env "$user"; do
	start_target "$TMPDIR/word"
	trace -w -p "$target" -n "$go"
	wait "$target"
done
echo "--- no memory"
for as in env "$user"; do
	trace -x evaltime=main -c "$TMPDIR/full"
done
# output:
# --- another tracer
# dtrace: the kernel runs pid:calls:first:entry: pid:calls:first:entry differs from its file in memory, perhaps by another tracer's probe
#   first                                                          2000
#   second                                                         2000
# dtrace: skipped pid:calls:first:entry: differs from its file in memory, perhaps by another tracer's probe
#   second                                                         2000
# --- a word of a stack
# dtrace: the kernel runs pid:word:first:entry: pid:word:first:entry has bytes that a jump needs and that a thread needs, too
#   first                                                             7
#   second                                                            7
# dtrace: skipped pid:word:first:entry: has bytes that a jump needs and that a thread needs, too
#   second                                                            7
# --- no memory
# dtrace: the kernel runs pid:full:first:entry and 1 more: pid:full:first:entry fires in the kernel, because process N has no free n bytes near its code
#   first                                                             7
#   second                                                            7
# dtrace: could not enable tracing: process N has no free n bytes near its code
