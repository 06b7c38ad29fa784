# SPDX-License-Identifier: BSD-2-Clause
# Probes that programs declare: arguments of each width and place, enabled tests, and functions probed in front of them.
. "$SRCDIR/_inside.sh"
cp "$SRCDIR"/../usdt/_app.[cd] "$SRCDIR/../usdt/_trace.d" "$TMPDIR"
cd "$TMPDIR" || exit 1
"$DTRACE" -h -s _app.d -o app.h || exit 1
sed -n '1,/^provider/p' _app.d | sed '$d' >types.d
for flags in -O0 -O2 "-O2 -fno-pie -no-pie"; do
	gcc $flags -c _app.c -o app.o -I. && "$DTRACE" -G -s _app.d app.o -o probes.o &&
		gcc $flags app.o probes.o -o app || exit 1
	as_user "$DTRACE" -v -q -s _trace.d -n 'my__app$target:::point { printf("point %d %s %d\n", args[0]->pt_sum,
		args[0]->pt_name, args[1]); }' -s types.d -c ./app >seen 2>err
	# The program's lines come first.
	grep -E '^(none|ints|many|in-header|point)' seen >all
	half=$(($(wc -l <all) / 2))
	echo "$flags: $half lines; $(diff <(head -n $half all) <(tail -n +$((half + 1)) all) >&2 && echo "equal"); $(
		grep -Eo 'enabled [0-9]|skipped.*' err)"
done

echo "--- with entries and returns"
both -c ./app -n 'my__app$target:::ints { @[probename, arg0, arg5] = count(); }
pid$target:a.out:integers:entry, pid$target:a.out:integers:return, pid$target:a.out:main:entry,
pid$target:a.out:main:return { @functions[probefunc, probename] = count(); }' | grep -v '^[a-z]'
# output:
# -O0: 16 lines; equal; enabled 3
# -O2: 16 lines; equal; enabled 3
# -O2 -fno-pie -no-pie: 16 lines; equal; enabled 3
# --- with entries and returns
# ./app: enabled 0
#
#   ints                                                           -100       4000000000                1
#   ints                                                            -99       4000000001                1
#   ints                                                            -98       4000000002                1
#   ints                                                             -1       4000000000                1
#   main                           entry                                        1
#   main                           return                                       1
#   integers                       entry                                        3
#   integers                       return                                       3
