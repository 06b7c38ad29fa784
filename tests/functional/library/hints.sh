# SPDX-License-Identifier: BSD-2-Clause
# A name that is nearly one of the library's gets a hint; what depends on a file that is refused, or
# on itself, is there or not as a whole.
for name in cursinfo ENOENTT B_REED 'fdss[1]'; do
	"$DTRACE" -n "BEGIN { trace($name); }" 2>&1 | grep hint
done
# Members without a conversion: the library says why.
for member in pr_start pr_rssize; do
	"$DTRACE" -n "BEGIN { trace(curpsinfo->$member); }" 2>&1 | sed -n "s/^hint: //; s,the head of .*/,the head of ,p"
done
"$DTRACE" -qn 'BEGIN { printf("%d %d\n", curlwpsinfo->pr_stype == SOBJ_NONE, curlwpsinfo->pr_stype == SOBJ_CV); exit(0); }' | grep .
mkdir "$TMPDIR/libs"
cd "$TMPDIR/libs" || exit
echo '#pragma D depends_on module no_such_module
inline int FIRST = 1;' > first.d
echo '#pragma D depends_on library first.d
inline int SECOND = FIRST + 1;' > second.d
echo '#pragma D depends_on library chicken.d
inline int EGG = 3; inline int HATCHED = CHICKEN;' > egg.d
echo '#pragma D depends_on library egg.d
inline int CHICKEN = 4; inline int LAID = EGG;' > chicken.d
"$DTRACE" -q -L "$TMPDIR/libs" -n 'BEGIN { trace(HATCHED); trace(LAID); exit(0); }'
echo
for program in 'trace(FIRST)' 'trace(SECOND)' 'trace(FIRST); trace(SECOND)' 'trace(SECOND); trace(FIRST)'; do
	"$DTRACE" -q -L "$TMPDIR/libs" -n "BEGIN { $program; exit(0); }" 2>&1 | sed -n 's/.*error: //p'
done
# output:
# hint: did you mean curpsinfo?
# hint: did you mean ENOENT?
# hint: did you mean B_READ?
# hint: did you mean fds?
# Linux does not expose it in this form: see the head of procfs.d
# Linux does not expose it in this form: see the head of procfs.d
# 1 0
# 43
#
# failed to resolve FIRST: Unknown variable name
# failed to resolve SECOND: Unknown variable name
# failed to resolve FIRST: Unknown variable name
# failed to resolve SECOND: Unknown variable name
# failed to resolve SECOND: Unknown variable name
# failed to resolve FIRST: Unknown variable name
