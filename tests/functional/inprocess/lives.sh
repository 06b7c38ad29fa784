# SPDX-License-Identifier: BSD-2-Clause
# Unusual programs and situations: each is traced exactly, or refused with the reason. Where a user is refused, the kernel serves root.
. "$SRCDIR/_inside.sh"
count='pid$target:a.out:first:entry { @["calls"] = count(); }'
go='tick-10ms /!begun++/ { system("echo go >&3"); }'
both() { # DTRACE-ARGUMENT...: as a user, then as root
	for as in "$user" env; do
		$as "$DTRACE" -x engine=inprocess -qvw "$@" -n "$count" 2>&1 | grep -E '^ +calls |^dtrace: (the kernel|skip|could|failed|process .* is traced)' |
			sed 's/process [0-9]*/process N/g; s/pid[0-9]*/pid/g'
	done
}

echo "--- static"
for flag in -static -static-pie; do
	cc -O2 $flag -o "$TMPDIR/static" calls.c -pthread || exit 1
	both -c "$TMPDIR/static - 2 1000"
done

echo "--- setuid"
cp "$WORKLOADS/calls" "$TMPDIR/setuid" && chmod 4755 "$TMPDIR/setuid"
both -c "$TMPDIR/setuid - 1 1" 2>&1 | sed "s|$TMPDIR/||"

echo "--- stopped by job control"
as=$user
start_target calls w 2 1000
kill -STOP "$target"
as_user "$DTRACE" -qw -p "$target" -n "$count" -n 'tick-10ms /!begun++/ { system("kill -CONT %d; echo go >&3", $target); }'
wait "$target"

echo "--- held by a debugger"
cat >"$TMPDIR/hold.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (ptrace(PTRACE_SEIZE, atoi(argv[1]), 0, 0)) return 1;
	puts("ready");
	fflush(stdout);
	return getchar() == 0;
}
END
cc -o "$TMPDIR/hold" "$TMPDIR/hold.c" || exit 1
start_target calls w 2 1000
mkfifo "$TMPDIR/hold.in" "$TMPDIR/hold.out"
"$TMPDIR/hold" "$target" <"$TMPDIR/hold.in" >"$TMPDIR/hold.out" &
exec 6>"$TMPDIR/hold.in" 7<"$TMPDIR/hold.out"
read -r line <&7
both -p "$target" -n "$go"
exec 6>&-
wait

echo "--- held when tracing ends"
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry { @ = count(); } tick-10ms /!begun/ { begun = 1; printf("begun\n"); }'
"$TMPDIR/hold" "$target" <"$TMPDIR/hold.in" >"$TMPDIR/hold.out" &
exec 6>"$TMPDIR/hold.in" 7<"$TMPDIR/hold.out"
read -r line <&7
kill -INT "$dtrace"
until grep -q 'is traced by hold' "$TMPDIR/err"; do kill -0 "$dtrace" || break; done
exec 6>&-
wait "$dtrace"; echo "status $?"
"$DTRACE" --status | grep -c "pid $target" # its probes have gone
kill "$target"
wait

echo "--- its system calls are dispatched"
cat >"$TMPDIR/dispatch.c" <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>
static volatile char selector, *go;
static volatile sig_atomic_t n;
__attribute__((noinline)) long first(long a) { volatile long sum = a; return sum + 1; }
static void handle(int sig) { selector = 0; n++; }
int main(void)
{
	sigset_t none;
	puts("ready");
	fflush(stdout);
	signal(SIGSYS, handle);
	if (prctl(59 /* PR_SET_SYSCALL_USER_DISPATCH */, 1, 0UL, 0UL, &selector)) return 1;
	for (selector = 1; !n;) first(0);
	return 0;
}
END
cc -O1 -o "$TMPDIR/dispatch" "$TMPDIR/dispatch.c" || exit 1
as=$user
start_target "$TMPDIR/dispatch"
for as in "$user" env; do
	$as "$DTRACE" -x engine=inprocess -qv -p "$target" -n 'pid$target:a.out:first:entry { exit(0); }' 2>&1 |
		grep -E '^dtrace: (the kernel|could)' | sed 's/process [0-9]*/process N/g; s/pid[0-9]*/pid/g'
done
kill "$target" && wait "$target" 2>"$TMPDIR/killed"; echo "ended by signal $(($? - 128))"

echo "--- its file was deleted"
cp "$WORKLOADS/calls" "$TMPDIR/deleted"
as=
start_target "$TMPDIR/deleted" w 2 1000
rm "$TMPDIR/deleted"
inside -vw -p "$target" -n "$count" -n "$go" | grep -E '^ +calls | runs pid' | sed 's/process [0-9]*/process N/; s/pid[0-9]*/pid/g'
wait "$target"
# output:
# --- static
#   calls                                                          2000
#   calls                                                          2000
#   calls                                                          2000
#   calls                                                          2000
# --- setuid
# dtrace: failed to start setuid: it is setuid or setgid, and would run without its privileges; run dtrace as root, or start the command first and use -p
#   calls                                                             1
# --- stopped by job control
#
#   calls                                                          2000
# --- held by a debugger
# dtrace: process N is traced by hold (process N); end that first
# dtrace: the kernel runs pid:calls:first:entry: pid:calls:first:entry fires in the kernel, because process N is traced by hold (process N); end that first
#   calls                                                          2000
# --- held when tracing ends
# status 0
# 0
# --- its system calls are dispatched
# dtrace: could not enable tracing: process N prevents system calls of the placer
# dtrace: the kernel runs pid:dispatch:first:entry: pid:dispatch:first:entry fires in the kernel, because process N prevents system calls of the placer
# ended by signal 15
# --- its file was deleted
# dtrace: process N itself runs pid:deleted:first:entry
#   calls                                                          2000
