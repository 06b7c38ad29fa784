# SPDX-License-Identifier: BSD-2-Clause
# For cases that merge records of a target with those of the kernel.

# merge THREADS ROUNDS AHEAD OPTION...: three records for each round of each thread, the second one by the kernel.
# With AHEAD, threads wait for the reader of the records.
merge() {
	threads=$1 rounds=$2 ahead=$3 seen=$TMPDIR/seen
	shift 3
	truncate -s 0 "$seen"; truncate -s 4096 "$seen"
	"$DTRACE" -x engine=inprocess -q -c "rounds $threads $rounds ${ahead:-0} ${ahead:+$seen}" "$@" -n '
	pid$target:a.out:before:entry { printf("b %d %d %d %d\n", arg0, arg1, timestamp, arg2); }
	syscall::lseek:entry /pid == $target && (int)arg0 < 0/ { printf("s %d %d %d\n", -1 - (int)arg0, arg1, timestamp); }
	pid$target:a.out:after:entry { printf("a %d %d %d %d %d\n", arg0, arg1, timestamp, arg2, arg3); }' 2>"$TMPDIR/err" |
		merged "$threads" "$rounds" "$seen"
}
