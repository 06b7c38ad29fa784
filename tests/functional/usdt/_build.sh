# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that were built in many ways with the header of -h and the object of -G: their probes carry
# the values that the program prints itself, in every width, from every place, with types.
cp "$SRCDIR"/_app.[cd] "$SRCDIR/_trace.d" "$TMPDIR"
cd "$TMPDIR"
"$DTRACE" -h -s _app.d -o app.h || exit 1

try() { # compiler and flags; the program's flags come after --
	local all="$*"
	local after=${all#*-- } cc=${all%% -- *}
	$cc -Wall -Wextra -Werror -c _app.c -o app.o -I. || exit 1
	"$DTRACE" $model -G -s _app.d app.o -o probes.o || exit 1
	# For C++ the source is C, the objects are not.
	${cc/-x c++/} app.o probes.o -o app || exit 1
	[ "$after" = "$all" ] || $after app || exit 1
	"$DTRACE" -q -o seen -s _trace.d -n 'my__app$target:::point { printf("point %d %s %d\n",
		args[0]->pt_sum, args[0]->pt_name, args[1]); }' -s types.d -c ./app >wanted 2>err || {
		echo "$*:"; cat err; exit 1; }
	sed -i "/^$/d" seen
	cmp -s seen wanted && grep -q 'enabled 3' err || {
		echo "$*:"; diff wanted seen; cat err; readelf -n app | grep Arguments; exit 1; }
	rm -f app.o probes.o app seen
}
# A script's knowledge of the program's types, and expressions to show them.
sed -n '1,/^provider/p' _app.d | sed '$d' >types.d

