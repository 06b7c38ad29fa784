# SPDX-License-Identifier: BSD-2-Clause
# Each message of the guide's chapter on messages is one of the program's: its words stand in the sources. What differs
# from one time to the next is left out there by "…".
top=$SRCDIR/../../..
cd "$TMPDIR" || exit 1
# Strings that are written in several pieces are one.
find "$top/src" -name '*.c' -exec cat {} + | tr -d '\n\t' | sed -E 's/" *"//g' > sources
sed -n 's/^| `\([^`]*\)` .*/\1/p' "$top/docs/guide/troubleshooting.md" | tee messages | sed 's/ *… */\n/g' |
	while IFS= read -r words; do
		grep -qF -e "$words" sources || echo "no message says: $words"
	done
[ "$(wc -l < messages)" -gt 20 ] && echo "all are the program's"
