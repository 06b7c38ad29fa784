# SPDX-License-Identifier: BSD-2-Clause
# timeout: 120
# The lines of dtrace in the README and in the guide's chapters for people who come from other tools compile.
guide=$SRCDIR/../../../docs/guide
cd "$TMPDIR" || exit 1
echo 'int main(void) { return 0; }' | cc -x c -o prog - || exit 1
{
	grep -oh '`dtrace -[^`]*`' "$guide/tools.md" "$guide/coming-from.md" | tr -d '`'
	sed -n "s/^| .*? | \`\(-.*'\( -c ls\)*\)\` |$/dtrace \1/p" "$SRCDIR/../../../README.md"
	sed -n 's/^    \(dtrace -[^-].*\)/\1/p' "$guide/tools.md" "$guide/coming-from.md"
} | grep -v "^dtrace --\|^dtrace -l " | sed 's/ -c \(ls\|make\)$/ -c true/' > lines
while IFS= read -r line; do
	eval "${line/#dtrace/\"\$DTRACE\" -e -x nowarn}" > out 2>&1 < /dev/null || { echo "$line"; cat out; }
done < lines
[ "$(wc -l < lines)" -gt 30 ] && echo "all have been compiled"
