# SPDX-License-Identifier: BSD-2-Clause
# After exit() inside the process, or in the kernel, neither records a later firing. END still does.
. "$SRCDIR/_inside.sh"
cat > "$TMPDIR/both.c" <<'EOF'
#include <unistd.h>
__attribute__((noinline)) void work(long i) { __asm__ volatile(".skip 8, 0x90" :: "r"(i)); }
int main(void)
{
	for (long i = 0; i < 1000; i++) {
		work(i);
		close(100000 + (int)i);
	}
}
EOF
cc -O1 -o "$TMPDIR/both" "$TMPDIR/both.c" || exit 1
echo "--- exit() inside"
inside -b 4m -c "$TMPDIR/both" -n 'pid$target:a.out:work:entry { printf("work %d\n", arg0); }
	pid$target:a.out:work:entry /arg0 == 3/ { exit(4); }
	syscall::close:entry /pid == $target && (int)arg0 >= 100000/ { printf("close %d\n", (int)arg0 - 100000); }
	END { printf("end\n"); }'
echo "status $?"
echo "--- exit() in the kernel"
inside -b 4m -c "$TMPDIR/both" -n 'pid$target:a.out:work:entry { printf("work %d\n", arg0); }
	syscall::close:entry /pid == $target && (int)arg0 >= 100000/ { printf("close %d\n", (int)arg0 - 100000); }
	syscall::close:entry /pid == $target && (int)arg0 == 100003/ { exit(5); }
	END { printf("end\n"); }'
echo "status $?"
# output:
# --- exit() inside
# work 0
# close 0
# work 1
# close 1
# work 2
# close 2
# work 3
# end
#
# status 4
# --- exit() in the kernel
# work 0
# close 0
# work 1
# close 1
# work 2
# close 2
# work 3
# close 3
# end
#
# status 5
