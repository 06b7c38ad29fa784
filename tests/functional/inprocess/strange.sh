# SPDX-License-Identifier: BSD-2-Clause
# A program without a C library has no known word with its thread's id: for root, the kernel serves its probes.
. "$SRCDIR/_inside.sh"
cat > "$TMPDIR/bare.c" <<'END'
__attribute__((noinline)) void work(void) { __asm__ volatile("" ::: "memory"); }
void _start(void) { for (int i = 0; i < 5; i++) work(); __asm__ volatile("syscall" :: "a"(60), "D"(0)); }
END
cc -O1 -static -nostdlib -o "$TMPDIR/bare" "$TMPDIR/bare.c" || exit 1
inside -v -c "$TMPDIR/bare" -n 'pid$target:a.out:work:entry { @[probefunc] = count(); }' |
	grep -E 'the kernel runs|work .* 5' | sed 's/pid[0-9]*/pid/g; s/process [0-9]*/process N/'
as_user "$DTRACE" -qc "$TMPDIR/bare" -n 'pid$target:a.out:work:entry { @[probefunc] = count(); }' 2>&1 | sed 's/process [0-9]*/process N/'
# output:
# dtrace: the kernel runs pid:bare:work:entry: pid:bare:work:entry fires in the kernel, because process N has no known word with its thread's id: it uses neither glibc nor musl, or has not initialised it yet; if it is static and stripped, use -p instead of -c
#   work                                                              5
# dtrace: process N has no known word with its thread's id: it uses neither glibc nor musl, or has not initialised it yet; if it is static and stripped, use -p instead of -c
