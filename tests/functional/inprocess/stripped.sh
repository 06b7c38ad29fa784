# SPDX-License-Identifier: BSD-2-Clause
# Programs inside processes without symbols, and in static-pie: functions of unknown name have their addresses as names. A static
# program without symbols has no known main(), so it is traced once it runs.
. "$SRCDIR/_inside.sh"
cd "$TMPDIR" || exit 1
build() { # NAME FLAGS...: NAME, and NAME.bare without symbols
	local name=$1
	shift
	cc -O1 "$@" -o "$name" "$SRCDIR/stripped.c" && strip -o "$name.bare" "$name" && chmod a+rx "$name" "$name.bare"
}
build pie -pie -fPIE && build fixed -no-pie && build static-pie -static-pie && build static -static || exit 1
# seen NAME OUTPUT: says which function was called 777 times.
seen() {
	local at
	at=0x$(nm "$1" | awk '$3 == "work" { sub("^0*", "", $1); print $1 }')
	awk -v at="$at" '$2 == 777 { print ($1 == at ? "work, by its address" : $1) }' "$2"
}
count='pid$target:a.out::entry { @[probefunc] = count(); }'
for name in pie pie.bare fixed.bare static-pie static; do
	as_user "$DTRACE" -q -c "./$name 777" -n "$count" >seen 2>err || cat err
	echo "$name: $(seen "${name%.bare}" seen)"
done
for name in static-pie.bare static.bare; do
	as=$user start_target "./$name" 777 -
	as=$user start_tracing "$count BEGIN { printf(\"begun\\n\"); }"
	echo go >&3
	cat <&5 >seen
	wait "$dtrace" "$target"
	exec 3>&- 4<&- 5<&-
	echo "$name: $(seen "${name%.bare}" seen)"
done
# output:
# pie: work
# pie.bare: work, by its address
# fixed.bare: work, by its address
# static-pie: work
# static: work
# static-pie.bare: work, by its address
# static.bare: work, by its address
