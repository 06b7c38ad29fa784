# SPDX-License-Identifier: BSD-2-Clause
# Libraries of the user's own: -L, -x libdir, the order of directories, what a file depends on.
mkdir "$TMPDIR/libs" "$TMPDIR/more"
cat > "$TMPDIR/libs/mine.d" << 'END'
#pragma D depends_on library base.d

enum colour { RED = 3, GREEN };
typedef struct point { int x, y; string label; } point_t;

translator point_t < struct task_struct *T > {
	x = T->tgid;
	y = T->no_such_member;
	label = strjoin(T->comm, "!");
};

inline point_t *here = xlate<point_t *>(curthread);
inline int twice[int n] = BASE + 2 * n;
END
cat > "$TMPDIR/libs/base.d" << 'END'
#pragma D depends_on provider syscall
#pragma D depends_on module vmlinux
inline int BASE = 100;
END
cat > "$TMPDIR/libs/absent.d" << 'END'
#pragma D depends_on module no_such_module
inline int ABSENT = 1;
END
cat > "$TMPDIR/libs/broken.d" << 'END'
inline int BROKEN = ;
END
cat > "$TMPDIR/libs/signal.d" << 'END'
inline int SIGKILL = 1000;
END
cat > "$TMPDIR/more/base.d" << 'END'
inline int BASE = 5;
inline int MORE = 6;
END
t() { "$DTRACE" -q "$@" 2>&1 | sed "s|$TMPDIR/||g"; }

echo "== types, translators, inlines with parameters, enumerators"
t -L "$TMPDIR/libs" -n 'BEGIN { printf("%d %s\n", here->x == pid, here->label);
	printf("%d %d %d\n", twice[4], GREEN, sizeof(point_t) > 8); exit(0); }'
echo "== the first directory wins, file by file"
t -x libdir="$TMPDIR/more" -L "$TMPDIR/libs" -n 'BEGIN { trace(BASE); trace(MORE); exit(0); }'
t -L "$TMPDIR/libs" -n 'BEGIN { trace(SIGKILL); trace(ENOENT); exit(0); }'
echo
echo "== what the program declares comes first"
t -L "$TMPDIR/libs" -n 'inline int BASE = 7; BEGIN { trace(BASE); trace(twice[1]); exit(0); }'
echo
echo "== only who uses a member needs its type"
t -L "$TMPDIR/libs" -n 'BEGIN { trace(here->y); exit(0); }'
echo "== a file whose needs are not met is not there; a broken one hurts who uses it"
t -L "$TMPDIR/libs" -n 'BEGIN { trace(ABSENT); exit(0); }'
t -L "$TMPDIR/libs" -n 'BEGIN { trace(BROKEN); exit(0); }'
echo "== the program depends on a library"
t -L "$TMPDIR/libs" -e -n '#pragma D depends_on library mine.d
#pragma D depends_on provider syscall
BEGIN { trace(BASE); }'
t -e -n '#pragma D depends_on library mine.d
BEGIN { }'
