# SPDX-License-Identifier: BSD-2-Clause
#
# ftruncate() empties the file of -o and nothing else.
"$DTRACE" -qn 'BEGIN { printf("gone\n"); ftruncate(); printf("kept\n"); exit(0); }' -o "$TMPDIR/out"
sed '/^$/d' "$TMPDIR/out"
"$DTRACE" -qn 'BEGIN { printf("a pipe is not truncated\n"); ftruncate(); exit(0); }' | cat
# output:
# kept
# a pipe is not truncated
#
