# SPDX-License-Identifier: BSD-2-Clause
# The layout of a dump: five blanks in front, as scripts that cut columns know it. -x rawbytes dumps strings as well, with the
# NUL, as values and as keys; printf() and print() show them as ever.
show()
{
	"$DTRACE" "$@" | cat -A
}

show -qn 'BEGIN { p = (char *)alloca(20); p[0] = 1; p[1] = (char)255; p[19] = 65; tracemem(p, 20); exit(0); }'
show -qn 'struct { char a[3]; } s; BEGIN { s.a[1] = 1; trace(s); exit(0); }'
show -qx rawbytes -n 'BEGIN { x = "a string of more than sixteen"; trace(x); trace(probename); exit(0); }'
show -qx rawbytes -n 'BEGIN { x = "text"; printf("%s\n", x); print(x); @[x] = count(); exit(0); }'
