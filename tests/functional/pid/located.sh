#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# args[] of C++ code compiled at -O0 and -O2: the value that the program prints, or none. If a
# compiler has changed a function, dtrace says so, or its name does.
program='
pid$target:a.out:counter??add*:entry { printf("add %d %d %d\n", args[0]->value, args[1], args[2]); }
pid$target:a.out:counter??twice*:entry { printf("twice %d %d\n", args[0]->value, args[1]); }
pid$target:a.out:plain:entry { printf("plain %d %d %s\n", args[0], args[1], copyinstr((uintptr_t)args[2])); }
pid$target:a.out:eight:entry { printf("eight %d %d %d\n", args[5], args[6], args[7]); }'
same='
pid$target:a.out:dropped*:entry { printf("dropped %d\n", args[1]); }
pid$target:a.out:constant*:entry { printf("constant %d %d\n", args[0], args[1]); }'
# The program's output equals the trace.
traced() { # program
	rm -f "$TMPDIR/traced"
	"$DTRACE" -q -c "$binary" -o "$TMPDIR/traced" -n "$1" > "$TMPDIR/want" &&
		diff <(grep -E "^($2) " "$TMPDIR/want" | sort) <(grep . "$TMPDIR/traced" | sort)
}
none() { # description, expression
	"$DTRACE" -qn "pid\$target:a.out:$1 { trace($2); }" -c "$binary" 2>&1 |
		grep -qE "type of ${2//[][]/.} is not known here|has changed this function's arguments" ||
		echo "$binary: $1 has $2"
}
for compiler in g++ clang++; do
	command -v $compiler > /dev/null || continue
	for level in 0 2; do
		binary=$TMPDIR/$compiler$level
		"$compiler" -g -O$level -o "$binary" _located.cpp || exit 1
		if [ $level = 0 ]; then
			traced "$program$same" 'add|twice|plain|eight|dropped|constant'
		else
			traced "$program" 'add|twice|plain|eight'
			none 'dropped*:entry' 'args[0]'
			none 'constant*:entry' 'args[0]'
		fi || echo "that was $compiler -O$level"
	done
done
exit 0
# output:
