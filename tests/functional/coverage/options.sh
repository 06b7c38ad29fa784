# SPDX-License-Identifier: BSD-2-Clause
#
# Options that other cases do not name: tags, order, bytes, drops of aggregations, times.
. "$SRCDIR/../common/_drops.sh"
show() {
	echo "\$ dtrace ${*:1:$#-2}"
	"$DTRACE" -q "$@" 2>&1 | unskipped | sed -E '/^$/d; s/[0-9]+ (aggregation drop)s? on CPU [0-9]+.*/N \1s on CPU C/' | uniq
}
show -x droptags -n 'BEGIN { trace(speculation() && speculation()); exit(0); }'
sums='@a[1, 9] = sum(5); @a[2, 8] = sum(3); @a[3, 7] = sum(4); @b[1, 9] = sum(1); @b[2, 8] = sum(2); @b[3, 7] = sum(3);'
for option in aggsortkey aggsortrev "aggsortkey -x aggsortkeypos=1" "aggsortrev -x aggsortpos=1"; do
	show -x $option -n "BEGIN { $sums printa(\"%d %d %@d %@d\\n\", @a, @b); exit(0); }"
done
bytes='struct s { char a[4]; }; struct s v; BEGIN { v.a[0] = 65; v.a[1] = 66; trace(v.a); exit(0); }'
show -x rawbytes -n "$bytes"
show -x rawbytes=no -n "$bytes"
show -x aggsize=4096 -x droptags -c true -n 'syscall::: { @[timestamp] = count(); } END { trunc(@); }'
show -x jstackstrsize=0 -x jstackframes=1 -c true -n 'syscall::exit_group:entry /pid == $target/ { jstack(); }' | sed 's/+0x.*//; s/_Exit/_exit/'
show -x bpflog -n 'BEGIN { exit(0); }' | grep -o '^dtrace: processed .* insns' | sed 's/[0-9]* insns/N insns/'
for option in temporal temporal=off lazyload ldpath=/bin/ld linktype=dof objcopypath=/bin/objcopy; do
	show -x $option -n 'BEGIN { trace("traced"); exit(0); }'
done
# Aggregations are read each ms, and nothing is counted twice or lost.
show -x aggrate=1ms -n 'BEGIN { @ = count(); } tick-1ms /n++ < 50/ { @ = count(); } tick-1ms /n > 50/ { exit(0); }'
# Drops are reported during tracing.
mkfifo "$TMPDIR/err"
"$DTRACE" -q -x statusrate=1ms -n 'BEGIN { trace(speculation() && speculation()); }' > /dev/null 2> "$TMPDIR/err" &
read -r line < "$TMPDIR/err"
echo "$line"
kill -INT $!
wait $!
# Options of which other cases use the flag: -x pspec reads a word alone as a probe, -x verbose is -S, -x datamodel is -32.
show -x pspec -e -n uint64_t
"$DTRACE" -e -x verbose -n 'BEGIN { x = pid; }' 2>&1 | grep -c '^; 1: BEGIN { x = pid; }'
echo 'provider named { probe by__option(int); };' > "$TMPDIR/p.d"
"$DTRACE" -x datamodel=32 -G -s "$TMPDIR/p.d" -o "$TMPDIR/p.o" 2> "$TMPDIR/said" || rm -f "$TMPDIR/p.o"
case "$CALLS $(readelf -h "$TMPDIR/p.o" 2> /dev/null | sed -n 's/ *Class: *//p') $(cat "$TMPDIR/said")" in
'x64 ELF32 ' | 'a64  dtrace: -G writes no 32-bit objects for this processor') echo "32 bits, or an error" ;;
*) cat "$TMPDIR/said" ;;
esac
show -x datamodel=16 -e -n BEGIN
