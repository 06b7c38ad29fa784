# SPDX-License-Identifier: BSD-2-Clause
# Every write is seen once: with its value, from threads that begin later, from the kernel; as many bytes as are asked
# for. A command of -c has two registers left.

. "$SRCDIR/../common/_drops.sh"

# Some hypervisors lose the reason of one debug exception in a million, and the kernel then ends the process with
# SIGTRAP, whichever tracer set the breakpoint: the case repeats such a run.
watch() { # program, D text
	for _ in 1 2 3; do
		rm -f "$TMPDIR/trace"
		"$DTRACE" -qo "$TMPDIR/trace" -c "$1" -n "$2" > "$TMPDIR/said" 2>&1
		[ "$(cat "$TMPDIR/said")" = done ] && break
	done
	unskipped "$TMPDIR/said" | grep -v '^done$'
	grep -av '^$' "$TMPDIR/trace"
}
check() { # program
	local program=$1
	watch "$program" 'watch$target:a.out:counter:w { @writes = count(); @most = max(arg2); }'
	watch "$program" 'watch$target::wide: { printf("%s %d", probename, (int)arg2); ufunc(arg1); printf("\n"); }
		watch$target::letter:w { printf("%c %d\n", args[2], args[3] == arg3 && !arg0); }'
	watch "$program" 'watch$target::halves:w2 { printf("half %d\n", args[2]); }'
	watch "$program" 'watch$target::halves:w4 { printf("both %x\n", args[2]); }'
	watch "$program" 'watch$target::buffer:w4 { last = args[2]; kernel += arg0 != 0; user += arg1 != 0; }
		watch$target::add:x { printf("add %d %d\n", arg0, arg1); }
		END { printf("%x %d %d\n", last, kernel > 0, user); }'
	watch "$program" 'watch$target::letter:rw { @ = count(); }'
}
