# SPDX-License-Identifier: BSD-2-Clause
# A target overwrites the memory that it shares with dtrace, or maps something else there. dtrace ends by itself, in time and memory
# that are bounded.
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/all.d" <<'END'
self int depth; int total; string last; int seen[int, string];
BEGIN { last = "start"; }
pid$target:a.out:first:entry {
	total++; seen[arg1 % 100, "x"] = arg1; @count[probefunc] = count(); @quantize = quantize(arg1);
	@stddev = stddev(arg1); @key[arg1 % 1000, execname, tid] = sum(arg1);
	printf("%d %s %s\n", arg1, execname, last); self->spec = speculation();
}
pid$target:a.out:first:entry /self->spec/ { speculate(self->spec); printf("spec %d\n", arg1); }
pid$target:a.out:first:entry /self->spec && arg1 % 2/ { commit(self->spec); self->spec = 0; }
pid$target:a.out:second:entry { last = copyinstr(arg1); printf("%s\n", strjoin(last, "abc")); @last[last] = count(); }
pid$target:a.out:second:entry /arg0 == 3/ { trace(copyinstr(0)); }
tick-1ms {
	printf("%d %s %d\n", total, last, seen[5, "x"]); seen[total % 50, last] = total; @tick[strtok(last, "a")] = count();
	total++; last = strjoin(substr(last, 0, 5), "q");
}
tick-100ms { printa(@key); clear(@key); trunc(@last, 3); }
ERROR { @error[arg4] = count(); }
END
seed=0
# attack LETTERS OPTION...
attack() {
	letters=$1 seed=$((seed + 1)); shift
	mkfifo "$TMPDIR/ready"
	overwrite "$letters" $seed 300 >"$TMPDIR/ready" 2>&1 &
	target=$!
	exec 3<"$TMPDIR/ready"; rm "$TMPDIR/ready"
	read -r line <&3
	# The target may write dtrace's exit status, too: only a signal counts.
	(ulimit -v "${LIMIT:-4000000}"; exec python3 -c 'import subprocess, sys
try:
    end = subprocess.run(sys.argv[1:], timeout=40).returncode
    print("ended by signal", -end) if end < 0 else None
except subprocess.TimeoutExpired:
    print("does not end")' "$DTRACE" -x engine=inprocess -q "$@" -p "$target" -s "$TMPDIR/all.d" -o "$TMPDIR/out") >"$TMPDIR/err" 2>&1
	wait "$target"
	exec 3<&-
	grep 'ended by\|does not end\|runtime error\|Sanitizer' "$TMPDIR/err" || return 0
	echo "attack $letters, seed $seed"; head -40 "$TMPDIR/err"
}
attack Lr
attack m
attack bc -x bufpolicy=ring
attack Es -x nspec=8
attack fp
attack rdu
attack kmt -b 16m
echo survived
# output:
# survived
