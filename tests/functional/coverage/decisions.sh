# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
#
# The index of the decisions is current, and the code that a decision names points to it.
top=$SRCDIR/../../..
"$top"/tools/decisions-index | diff "$top"/docs/dev/decisions/README.md - || exit 1
# The check finds a decision without a Choice, and a decision that its code does not mention.
mkdir "$TMPDIR/tree" && cp -r "$top/tools" "$TMPDIR/tree/" && mkdir -p "$TMPDIR/tree/docs/dev"
cp -r "$top/docs/dev/decisions" "$TMPDIR/tree/docs/dev/"
for folder in src lib runtime tests; do ln -s "$(realpath "$top/$folder")" "$TMPDIR/tree/$folder"; done
cd "$TMPDIR/tree/docs/dev/decisions" || exit 1
cp 0001-*.md 0001-zz.md && sed -i 's/ Code: .*/ Code: none./' 0001-zz.md
../../../tools/decisions-index > /dev/null 2> "$TMPDIR/err" && { echo "a number of two files was not found"; exit 1; }
grep -q '0001-zz.md: another decision has this number' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
rm 0001-zz.md
sed -i 's/ Code: .*/ Code: `src\/base\/vec.h`./' 0002-*.md
../../../tools/decisions-index > /dev/null 2> "$TMPDIR/err" && { echo "a missing pointer was not found"; exit 1; }
grep -q 'src/base/vec.h does not point to it' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
sed -i 's/^## Choice/## Decision/' 0001-*.md
../../../tools/decisions-index > /dev/null 2> "$TMPDIR/err" && { echo "a missing Choice was not found"; exit 1; }
grep -q 'sections are' "$TMPDIR/err"
# output:
