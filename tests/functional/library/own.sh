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
# output:
# == types, translators, inlines with parameters, enumerators
# 1 dtrace!
# 108 4 1
#
# == the first directory wins, file by file
# 56
# 10002
#
# == what the program declares comes first
# 79
#
# == only who uses a member needs its type
# dtrace: failed to compile script libs/mine.d: "libs/mine.d", line 8: no_such_member is not a member of struct task_struct
# libs/mine.d:8:9: error: no_such_member is not a member of struct task_struct
#     8 | 	y = T->no_such_member;
#       | 	       ^~~~~~~~~~~~~~
# hint: dtrace --explain 'struct task_struct' shows the members
# == a file whose needs are not met is not there; a broken one hurts who uses it
# dtrace: invalid probe specifier BEGIN { trace(ABSENT); exit(0); }: in action list: failed to resolve ABSENT: Unknown variable name
# <program>:1:15: error: failed to resolve ABSENT: Unknown variable name
#     1 | BEGIN { trace(ABSENT); exit(0); }
#       |               ^~~~~~
# dtrace: failed to compile script libs/broken.d: "libs/broken.d", line 1: syntax error near ";"
# libs/broken.d:1:21: error: syntax error near ";"
#     1 | inline int BROKEN = ;
#       |                     ^
# <program>:1:15: error: failed to resolve BROKEN: Unknown variable name
#     1 | BEGIN { trace(BROKEN); exit(0); }
#       |               ^~~~~~
# == the program depends on a library
# dtrace: invalid probe specifier #pragma D depends_on library mine.d
# BEGIN { }: program requires library mine.d
# <program>:1:1: error: program requires library mine.d
#     1 | #pragma D depends_on library mine.d
#       | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
