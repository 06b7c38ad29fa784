# SPDX-License-Identifier: BSD-2-Clause
# Every form of operand, in a 64-bit and in a 32-bit program.
cd "$TMPDIR"
for program in notes notes.32; do
	"$DTRACE" -q -o seen -s "$SRCDIR/_notes.d" -c "$WORKLOADS/$program" >wanted 2>err || {
		cat err; exit 1; }
	echo 'the end' >>wanted
	sed -i '/^$/d' seen
	diff wanted seen || { echo "$program"; cat err; exit 1; }
	rm seen
done
