# SPDX-License-Identifier: BSD-2-Clause
# -C with the headers of the system: D has their types and constants, and skips their functions.
cd "$TMPDIR"

# Each header alone, on every CPU one; the script after it is unchanged. The kernel is not involved.
alone() { # HEADER
	local name=${1//[\/.]/-}
	mkdir "$name" && cd "$name" || exit 1
	printf '#include <%s>\nBEGIN\n{\n\texit(0);\n}\nEND { trace(nosuch); }\n' "$1" > h.d
	"$DTRACE" -eqCs h.d 2>&1 | grep -v '^dtrace: failed' | grep 'error:' | grep -v '^h.d:6:13: ' | sed "s|^|$1: |"
}
[ "$DT_GUEST" ] || for header in sys/types.h sys/socket.h sys/un.h sys/stat.h sys/mman.h sys/time.h sys/wait.h sys/uio.h sys/resource.h \
	sys/ioctl.h sys/epoll.h sys/syscall.h netinet/in.h netinet/tcp.h arpa/inet.h netdb.h fcntl.h errno.h signal.h \
	unistd.h stdio.h stdlib.h string.h stdint.h stddef.h stdbool.h limits.h poll.h time.h pwd.h dirent.h pthread.h \
	math.h setjmp.h elf.h linux/sched.h linux/fs.h linux/tcp.h linux/types.h linux/futex.h linux/if_ether.h \
	linux/bpf.h linux/perf_event.h aio.h linux/kvm.h linux/videodev2.h linux/virtio_input.h sound/asound.h; do
	[ "$(jobs -rp | wc -l)" -lt "$(nproc)" ] || wait -n
	alone $header &
done
wait

# Their declarations have the layout of C.
cat > layout.c <<'END'
#include <stddef.h>
#include <stdio.h>
#include "some.h"
int main(void)
{
	printf("%zu %zu %zu\n", sizeof(struct sockaddr_in), offsetof(struct sockaddr_in, sin_addr), sizeof(struct stat));
	printf("%zu %zu\n", sizeof(struct timeval), sizeof(siginfo_t));
	printf("%zu %zu\n", sizeof(struct clone_args), offsetof(struct clone_args, tls));
	printf("%zu %zu\n", sizeof(struct mine), offsetof(struct mine, last));
	printf("%d %d %d %d\n", AF_INET6, SIGRTMAX_HERE, EPOLLIN, twice);
}
END
cat > some.h <<'END'
#include <netinet/in.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <linux/sched.h>
#define SIGRTMAX_HERE 64
typedef struct { int a; } __attribute__((packed)) not_for_d;
struct packed_one { char c; int i; } __attribute__((packed));
struct with_packed { int a; struct packed_one p; };
struct named { int a; char string[4]; };
struct mine { char c; long first, *last; int none[0]; int after; };
enum { once = 21, twice = once * 2 };
extern int variable;
static inline int function(int n)
{
	if (n) { return 1; }
	return 0;
}
int prototype(const char *restrict a, int (*callback)(void *, ...)), another;
END
cat > layout.d <<'END'
#include "some.h"
BEGIN
{
	printf("%d %d %d\n", sizeof (struct sockaddr_in), offsetof(struct sockaddr_in, sin_addr), sizeof (struct stat));
	printf("%d %d\n", sizeof (struct timeval), sizeof (siginfo_t));
	printf("%d %d\n", sizeof (struct clone_args), offsetof(struct clone_args, tls));
	printf("%d %d\n", sizeof (struct mine), offsetof(struct mine, last));
	printf("%d %d %d %d\n", AF_INET6, SIGRTMAX_HERE, EPOLLIN, twice);
	exit(0);
}
END
cc -o layout layout.c && ./layout > want
"$DTRACE" -qCs layout.d | grep . > got
diff want got && echo layouts agree

# A layout that D cannot have is unknown, not wrong; errno stays D's own.
printf '#include "some.h"\nBEGIN { trace(sizeof (struct packed_one)); }\n' > packed.d
"$DTRACE" -qCs packed.d 2>&1 | grep -o 'packed.d:2:.*'
printf '#include "some.h"\nstruct with_packed *p;\nstruct named *n;\nBEGIN { trace(p->a); trace(n->a); }\n' > with.d
"$DTRACE" -qCs with.d 2>&1 | grep -o 'with.d:4:.*'
printf '#include <errno.h>\nsyscall::chdir:return /pid == $target && errno == ENOENT/ { printf("%%d\\n", errno); }\n' > errno.d
printf '#!/bin/sh\ncd /no/where 2> /dev/null\nexit 0\n' > lost
chmod +x lost
"$DTRACE" -qCs errno.d -c ./lost | grep .
# output:
# layouts agree
# packed.d:2:15: error: cannot apply sizeof to type "struct packed_one"
# with.d:4:16: error: operator -> cannot be applied to a forward declaration: no struct with_packed definition is available
# with.d:4:29: error: operator -> cannot be applied to a forward declaration: no struct named definition is available
# 2
