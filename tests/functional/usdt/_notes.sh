# SPDX-License-Identifier: BSD-2-Clause
# Every form of operand: the program prints the values that the probes must show.
cd "$TMPDIR"
compare() { # PROGRAM
	"$DTRACE" -q -o seen -s "$SRCDIR/_notes.d" -c "$1" >wanted 2>err || {
		cat err; exit 1; }
	echo 'the end' >>wanted
	sed -i '/^$/d' seen
	diff wanted seen || { cat err; exit 1; }
	"$DTRACE" -qn 'notes$target:::floats { printf("%g %g %d", args[0], args[1], (int)(args[0] * 100)); }' -c "$1" |
		grep -q '2.5 -0.75 250' || exit 1
	"$DTRACE" -en 'notes$target:::unreadable { trace(args[0]); }' -c "$1" 2>&1 |
		grep -q 'args\[0\] cannot be read: it is a floating-point number in a register' || exit 1
}
