# SPDX-License-Identifier: BSD-2-Clause
# For the cases of this chapter: where the examples are, how a user starts one, and whose lines count.
EXAMPLES=$SRCDIR/../../../examples
cd "$TMPDIR"

# run GROUP/NAME.d [ARGUMENT]...: as the kernel does for a script with a #! line.
run() {
	local script=$EXAMPLES/$1 flags
	shift
	read -r _ flags < "$script"
	"$DTRACE" $flags "$script" "$@"
}

# rows [NAME]...: of a report of the whole machine, what concerns programs of these names (act); blanks squeezed.
rows() {
	local names="${*:-act}"
	grep -E "\b(${names// /|})\b" | squeeze
}
squeeze() {
	sed -E 's/[ \t]+/ /g; s/^ //; s/ $//' | grep -v '^$'
}

# mask COLUMN...: a dash in the columns that differ from run to run.
mask() {
	awk -v columns="$*" 'BEGIN { n = split(columns, c) } { for (i = 1; i <= n; i++) $c[i] = "-"; print }'
}

# old_names: processors that are newer lack these calls, and libc makes others.
old_names() {
	sed -E 's/\bfchmodat\b/chmod/; s/\b(mkdir|rename|unlink)at2?\b/\1/'
}

# sampled SCRIPT COUNT COMMAND [ARGUMENT]...: run it until the command, whose last verb is `forever`, was sampled so
# often in that verb, which begins with a prctl; how much time it takes is not known beforehand.
sampled() {
	local script=$1 count=$2 command=$3
	shift 3
	run "$script" "$@" -c "$command" \
		-n "syscall::prctl:entry /pid == \$target && arg0 == 2/ { begun = 1; }
			profile-997 /begun && pid == \$target && arg1/ { sampled++; } profile-997 /sampled == $count/ { exit(0); }"
}

# wrapper NAME [ARGUMENT]...: one of the shell scripts; they find the tracer in $DTRACE.
wrapper() {
	local name=$1
	shift
	"$EXAMPLES/commands/$name" "$@"
}

# runtime: builds ./runtime, a program with USDT probes, as its authors would.
runtime() {
	cp "$SRCDIR/_runtime.c" runtime.c
	"$DTRACE" -h -s "$SRCDIR/_runtime.d" -o runtime.h && cc -O1 -c runtime.c &&
		"$DTRACE" -G -s "$SRCDIR/_runtime.d" -o probes.o runtime.o && cc -o runtime runtime.o probes.o
}

# needs_fbt: skips the case where the kernel's functions cannot be traced, with dtrace's own reason.
needs_fbt() {
	"$DTRACE" -ln fbt::vfs_read:entry > why 2>&1 || { sed -n 's/^dtrace: //p' why; exit 77; }
}
