# SPDX-License-Identifier: BSD-2-Clause
#
# Floating-point arguments in memory have their values; those in floating-point registers are
# refused, and integer arguments next to them have their places, whatever the compiler's debug
# information contains.
cd "$TMPDIR" || exit 1
"$DTRACE" -qn '
pid$target:a.out:note:entry {
	printf("%.2f %g %Lg %e\n", args[0]->degrees, args[0]->weight, args[0]->precise, args[0]->history[2]);
	printf("%g\n", *(double *)copyin(arg0, sizeof(double)));
	@average = avg((int64_t)(args[0]->degrees * 100));
	@spread = quantize((int64_t)(args[0]->degrees * 100));
}
pid$target:a.out:note:entry /args[0]->degrees > 3/ { print(*args[0]); trace(args[0]->precise); }' -c "$WORKLOAD"

numbers='
pid$target:program:between:entry { printf("%d %d\n", args[1], args[3]); }
pid$target:program:behind:entry { printf("%d %d\n", args[1], args[3]); }
pid$target:program:spilled:entry { printf("%g %g %d\n", args[8], args[9], args[10]); }
pid$target:program:precise:entry { printf("%d\n", args[1]); }'
for level in 0 2; do
	cc -O$level -g -o program "$SRCDIR/floats.c" || exit 1
	"$DTRACE" -qn "$numbers" -c ./program
done

say() { # description, statement
	"$DTRACE" -x errtags -qn "pid\$target:a.out:$1 { $2 }" -c "$WORKLOAD" 2>&1 | grep -oE '\[[DW]_[A-Z_]+\] (error|warning): .*'
}
say half:entry 'trace(args[0])'
say half:return 'trace(args[1])'
say precise:entry 'trace(args[0])'
say behind:entry 'trace(args[0])'
say packed:entry 'trace(args[0])'
# W_ARG_FLOAT
say half:entry 'x = arg0'
say half:return 'x = arg1'
say between:entry 'x = arg0 + arg1'
say between:return 'x = arg1'
# Their form in a listing.
"$DTRACE" -lvvn 'pid$target:a.out:between:entry' -c "$WORKLOAD" | grep args
exit 0
