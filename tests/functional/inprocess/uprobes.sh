# SPDX-License-Identifier: BSD-2-Clause
# The kernel must not probe an instruction that a jump to probes inside the process has replaced: it would execute the file's
# instruction, continue in the middle of the jump, and at the end write over it. A second dtrace leaves such places out, for one
# process and for all, and the process runs on. The first instruction of `stays` stays, so both trace it.
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/jumps.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION(name, code) \
	long name(long); \
	__asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n" code "\nret\n.size " #name ", . - " #name);
FUNCTION(moves, "mov %rdi, %rax\nmov %rax, %rdi\nlea 1(%rdi), %rax")
FUNCTION(stays, "push %rbx\nmov %rdi, %rbx\nlea 1(%rbx), %rax\npop %rbx")
int main(void)
{
	long wrong = 0;
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		for (int i = 0; i < 1000; i++)
			wrong += moves(i) != i + 1 || stays(i) != i + 1;
	return wrong != 0;
}
END
cc -O1 -o "$TMPDIR/jumps" "$TMPDIR/jumps.c" || exit 1
# Each byte lets the target call each function 1,000 times.
for scope in 'pid$target' 'pid*'; do
	echo "--- $scope"
	start_target "$TMPDIR/jumps"
	start_tracing 'pid$target:jumps:moves:entry, pid$target:jumps:stays:entry { @[probefunc] = count(); }
		tick-10ms /!begun++/ { printf("ready\n"); }'
	[ "$scope" = 'pid*' ] && option= || option="-p $target"
	"$DTRACE" -q -x engine=kernel -wv $option -n "$scope:jumps:moves:entry, $scope:jumps:moves:3, $scope:jumps:stays:entry"'
		{ @[probefunc, probename] = count(); }' -n "$scope:jumps:stays:entry"' /++calls == 3000/ { exit(0); }
		tick-10ms /!begun++/ { system("echo go >&3"); }' 2>&1 | grep -E '^ +(moves|stays) |: skipped ' | sed 's/pid[0-9]*/pid/g'
	kill -INT "$dtrace"
	wait "$dtrace"
	cat <&5
	echo go >&3
	exec 3>&- 5<&-
	wait "$target"; echo "status $?"
done
# output:
# --- pid$target
# dtrace: skipped pid:jumps:moves:entry: a jump of another dtrace's probes inside a process
# dtrace: skipped pid:jumps:moves:3: a jump of another dtrace's probes inside a process
#   stays                          entry                                     3000
#
#
#   moves                                                          3000
#   stays                                                          3000
# status 0
# --- pid*
# dtrace: skipped pid*:jumps:moves:entry: a jump of another dtrace's probes inside a process
# dtrace: skipped pid*:jumps:moves:3: a jump of another dtrace's probes inside a process
#   stays                          entry                                     3000
#
#
#   moves                                                          3000
#   stays                                                          3000
# status 0
