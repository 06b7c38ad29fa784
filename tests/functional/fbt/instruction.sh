# SPDX-License-Identifier: BSD-2-Clause
# Instructions by their offset: each instruction that every call executes is counted as often as the entry, and sees its
# registers and its stack; dtrace refuses offsets that are not an instruction, or of another function.
. "$SRCDIR/_fbt.sh"
# The code in memory, which differs from the kernel's image file.
python3 - vfs_fallocate "$TMPDIR/code" > "$TMPDIR/address" <<'END' || { echo "the kernel's memory cannot be read"; exit 77; }
import struct, sys
address = next(int(w[0], 16) for w in map(str.split, open("/proc/kallsyms")) if w[2] == sys.argv[1])
with open("/proc/kcore", "rb") as core:
    header = core.read(64)
    core.seek(struct.unpack_from("<Q", header, 32)[0])
    for i in range(struct.unpack_from("<H", header, 56)[0]):
        offset, start, _, size = struct.unpack_from("<QQQQ", core.read(56), 8)
        if start <= address < start + size:
            core.seek(offset + address - start)
            open(sys.argv[2], "wb").write(core.read(64))
            print("%x" % address)
            sys.exit(0)
sys.exit(1)
END
case $(uname -m) in aarch64) machine=aarch64 executed=0 ;; *) machine=i386:x86-64 executed=1 ;; esac
objdump -D -b binary -m $machine "$TMPDIR/code" | sed -n 's/^ *\([0-9a-f]*\):\t.*\t\(.*\)/\1 \2/p' > "$TMPDIR/list"
# The instruction after the entry: if its text begins with an offset, it is not a jump yet.
mapfile -t offsets < <(awk '/fentry|endbr|nop|call|x9, x30/ { next } /^[0-9a-f]+ (j|b|cb|tb)/ { exit } { print $1 }' "$TMPDIR/list" | grep -vx 0 | head -n 3)
first=${offsets[0]} second=${offsets[1]}
[ -n "$second" ] || { cat "$TMPDIR/list"; exit 1; }
"$DTRACE" -ln "fbt::vfs_fallocate:0$first" | awk 'NR > 1 { print $2, $3, $4, $5 }' | sed "s/ $first\$/ OFFSET/"
"$DTRACE" -qn "
fbt::vfs_fallocate:$first /pid == \$target/ { @first = sum(probename == \"$first\"); }
fbt::vfs_fallocate:entry, fbt::vfs_fallocate:$second /pid == \$target/ { @entry = sum(probename == \"entry\"); @second = sum(probename == \"$second\"); }
fbt::vfs_fallocate:$first /pid == \$target/ { @offsets = sum(arg2); @f[stack(1)] = count(); }
END { printa(\"entry %@d first %@d second %@d offsets %@d\n\", @entry, @first, @second, @offsets); printa(@f); }" \
	-c "fallocate $TMPDIR/file 1000" -o "$TMPDIR/trace" > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep '^entry' "$TMPDIR/trace"
# x86 has executed the breakpoint: the stack begins after it.
grep -q "vmlinux.vfs_fallocate+0x$(printf %x $((16#$first + executed)))\b" "$TMPDIR/trace" && echo "in the stack"
# The middle of an instruction of two bytes or more, and an offset far after the end.
last=$((16#$first))
while read -r offset _; do
	offset=$((16#$offset))
	if [ $offset -gt $((last + 1)) ] && [ $offset -gt $((16#$first)) ]; then break; fi
	[ $offset -le $last ] || last=$offset
done < "$TMPDIR/list"
middle=$(printf %x $((last + 1)))
for offset in "$middle" fffff; do
	"$DTRACE" -qn "fbt::vfs_fallocate:$offset { trace(1); } tick-1s { exit(3); }" 2>&1
	echo "status $?"
done | sed "s/fallocate:$middle:/fallocate:MIDDLE:/"
"$DTRACE" -en "fbt::vfs_fallocate:$first { trace(args[0]); }" 2>&1 | sed -n 's/.*\(they are known.*\)/\1/p' | head -n 1
# output:
# fbt vmlinux vfs_fallocate OFFSET
# entry 1001 first 1001 second 1001 offsets 2050048000
# in the stack
# dtrace: could not enable tracing: attach fbt:vmlinux:vfs_fallocate:MIDDLE: no instruction begins there, or the kernel refuses to probe it
# status 1
# dtrace: could not enable tracing: attach fbt:vmlinux:vfs_fallocate:fffff: the offset is outside the function
# status 1
# they are known only at entry and return
