# SPDX-License-Identifier: BSD-2-Clause
# needs: ninja
# A program that was linked with the last release runs with this library. The release is the last tag, or the recorded
# interface if there is no tag. In place of its library, a stub has its functions and their versions.
build=${DTRACE%/*} top=$(cd "$SRCDIR/../../.." && pwd)
release=$TMPDIR/release
tag=$(git -C "$top" describe --tags --abbrev=0 --match 'v[0-9]*' 2> /dev/null)
recorded() { # file
	if [ -n "$tag" ]; then git -C "$top" show "$tag:$1"; else cat "$top/$1"; fi
}
for file in abi/libdtrace.abi include/dtrace/dtrace.h include/dtrace/listing.h; do
	mkdir -p "$release/${file%/*}" && recorded $file > "$release/$file" || exit 1
done
n=$(python3 _linked.py "$release/abi/libdtrace.abi" "$release") || exit 1
[ "$n" -gt 80 ] || echo "the dump has only $n functions"
cc -shared -fPIC -Wl,--version-script="$release/stub.map" -Wl,-soname,libdtrace.so.1 -o "$release/libdtrace.so" "$release/stub.c" &&
	cc -I "$release/include" -Wl,-z,now -o "$TMPDIR/program" _linked.c "$release/all.c" -L "$release" -ldtrace || exit 1
LD_LIBRARY_PATH=$build "$TMPDIR/program"

# Libraries whose map lacks a function, or has it in another version, fail to run the program.
cd "$build" && link=$(ninja -t commands "$(readlink libdtrace.so.1)" | grep -e --version-script= | tail -1)
relink() { # what, expression of sed
	sed "$2" "$top/src/libdtrace.map" > "$TMPDIR/changed.map"
	mkdir -p "$TMPDIR/changed"
	eval "$(sed -E "s|--version-script=[^ ']*|--version-script=$TMPDIR/changed.map|; s|-o [^ ]*|-o $TMPDIR/changed/libdtrace.so.1|" <<< "$link")" || exit 1
	echo "$1: $(LD_LIBRARY_PATH=$TMPDIR/changed "$TMPDIR/program" 2>&1 | sed "s|$TMPDIR/||g" | head -1)"
}
relink "the same map" ''
relink "a function less" '/dtrace_interrupt;/d'
relink "another version" 's/LIBDTRACE_1 /LIBDTRACE_2 /'
# output:
# int trace: 7
# key: 5
# exit status 3
# 1:9: undefined function name: nosuch (D_FUNC_UNDEF)
# the same map: int trace: 7
# a function less: program: symbol lookup error: program: undefined symbol: dtrace_interrupt, version LIBDTRACE_1
# another version: program: changed/libdtrace.so.1: version `LIBDTRACE_1' not found (required by program)
