# SPDX-License-Identifier: BSD-2-Clause
#
# Go's debug information omits parameters named _. The program's own table of functions has their
# number; args[] is refused if there are, or may be, more.
{
	cc -O1 -g -fno-toplevel-reorder -S -dA -o - _go.c |
		sed -E 's/(\.byte\s+)0x[0-9a-f]+(.*DW_AT_language)/\10x16\2/'
	cc -E -P _go.S
} > "$TMPDIR/go.s"
cc -no-pie -o "$TMPDIR/go" "$TMPDIR/go.s" || exit 1
for f in blank named many; do
	"$DTRACE" -qn "pid\$target:go:$f:entry { printf(\"$f %d\", args[0]); exit(0); }" -c "$TMPDIR/go" 2>&1 |
		grep -oE "$f [0-9]+|args\[ \] may .*" | sort -u
done
# output:
# args[ ] may not be used: the Go function may have a parameter named _, which its debug information leaves out, so the others cannot be numbered
# named 40
# args[ ] may not be used: the Go function may have a parameter named _, which its debug information leaves out, so the others cannot be numbered
