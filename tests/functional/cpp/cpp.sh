# SPDX-License-Identifier: BSD-2-Clause
# -C: macros, files to include, conditions; -D -U -I -H -X and the options of the same meaning.
cd "$TMPDIR"
cat > a.d <<'END'
#!/usr/sbin/dtrace -Cqs
#include "near.h"
#ifdef FROM_OPTION
#define SHOW(x) printf("%s=%d\n", #x, x)
#endif
BEGIN
{
	SHOW(NEAR);
	SHOW(FROM_OPTION);
	SHOW(__SUNW_D);
	SHOW(__LINE__);
#ifdef GONE
	SHOW(GONE);
#endif
#ifdef __STDC__
	SHOW(__STDC__);
#endif
#if __SUNW_D_VERSION < 0x01000000
#error no version
#endif
	exit(0);
}
END
mkdir inc && cp "$SRCDIR/_near.h" inc/near.h
echo '-- -X a'
"$DTRACE" -qC -I inc -D FROM_OPTION=7 -D GONE -U GONE -s a.d
echo '-- -X c'
"$DTRACE" -qC -Iinc -DFROM_OPTION=8 -Xc -s a.d
echo '-- -x'
"$DTRACE" -q -x cpp -x incdir=inc -x define=FROM_OPTION=9 -x define=GONE=1 -x undef=GONE -x stdc=s -s a.d
echo '-- a file beside the script, on stdin, -H'
cp inc/near.h near.h
"$DTRACE" -qCH -x cpppath=/usr/bin/cpp -D FROM_OPTION -s a.d 2>&1 | grep '^dtrace: [.] \|^NEAR'
"$DTRACE" -qC -D FROM_OPTION=2 -s /dev/stdin -I . < a.d | head -1
echo '-- only scripts'
"$DTRACE" -qC -n 'BEGIN { trace("'"it's"'"); exit(0); }'
echo
echo '-- a line that moved'
printf '#define TWO 1; \\\n 2\n\nBEGIN\n{\n\ttrace(nonesuch);\n}\n' > b.d
"$DTRACE" -C -e -s b.d 2>&1
echo "status $?"
echo '-- failures'
printf '#include "none.h"\nBEGIN { }\n' > c.d
"$DTRACE" -C -e -s c.d 2>&1 | head -1
"$DTRACE" -C -x cpppath=/nonexistent/cpp -e -s b.d 2>&1
"$DTRACE" -X z -e -s b.d 2>&1
exit 0
# output:
# -- -X a
# NEAR=4
# FROM_OPTION=7
# __SUNW_D=1
# __LINE__=11
# __STDC__=0
#
# -- -X c
# NEAR=4
# FROM_OPTION=8
# __SUNW_D=1
# __LINE__=11
# __STDC__=1
#
# -- -x
# NEAR=4
# FROM_OPTION=9
# __SUNW_D=1
# __LINE__=11
#
# -- a file beside the script, on stdin, -H
# dtrace: . near.h
# NEAR=4
# NEAR=4
# -- only scripts
# it's
#
# -- a line that moved
# dtrace: failed to compile script b.d: "b.d", line 6: failed to resolve nonesuch: Unknown variable name
# b.d:6:8: error: failed to resolve nonesuch: Unknown variable name
#     6 |  trace(nonesuch);
#       |        ^~~~~~~~
# status 1
# -- failures
# dtrace: failed to preprocess script c.d: c.d:1:10: fatal error: none.h: No such file or directory
# dtrace: failed to preprocess script b.d: /nonexistent/cpp: No such file or directory
# dtrace: failed to set -X z: Invalid value for specified option (a, c, s, t)
