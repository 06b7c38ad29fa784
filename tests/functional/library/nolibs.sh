# SPDX-License-Identifier: BSD-2-Clause
# The library is read when a name is not known otherwise, and not at all with -x nolibs.
echo "== nolibs"
"$DTRACE" -x nolibs -n 'BEGIN { trace(ENOENT); exit(0); }' 2>&1
"$DTRACE" -q -x nolibs -n 'BEGIN { x = 4; trace(x); exit(0); }'
echo
echo "== syslibdir"
mkdir "$TMPDIR/more"
echo 'inline int MORE = 6;' > "$TMPDIR/more/base.d"
"$DTRACE" -q -x syslibdir="$TMPDIR/more" -n 'BEGIN { trace(MORE); exit(0); }'
echo
"$DTRACE" -q -x syslibdir="$TMPDIR/more" -n 'BEGIN { trace(ENOENT); exit(0); }' 2>&1
echo "== who needs nothing opens nothing"
mkdir "$TMPDIR/libs"
mkfifo "$TMPDIR/libs/a.d"	# would block
"$DTRACE" -q -x syslibdir="$TMPDIR/libs" -n 'BEGIN { self->a = execname; trace(pid > 0); exit(0); }'
# output:
# == nolibs
# dtrace: invalid probe specifier BEGIN { trace(ENOENT); exit(0); }: in action list: failed to resolve ENOENT: Unknown variable name
# <program>:1:15: error: failed to resolve ENOENT: Unknown variable name
#     1 | BEGIN { trace(ENOENT); exit(0); }
#       |               ^~~~~~
# 4
#
# == syslibdir
# 6
#
# dtrace: invalid probe specifier BEGIN { trace(ENOENT); exit(0); }: in action list: failed to resolve ENOENT: Unknown variable name
# <program>:1:15: error: failed to resolve ENOENT: Unknown variable name
#     1 | BEGIN { trace(ENOENT); exit(0); }
#       |               ^~~~~~
# == who needs nothing opens nothing
# 1
