# SPDX-License-Identifier: BSD-2-Clause
# The CPU time of each system call, from a clause that records the first call after another clause's mark: never below
# 0, and never above the elapsed time.
"$DTRACE" -qn '
	syscall:::entry /pid == $target/ { self->ok = 1; }
	syscall:::entry /self->ok/ { self->t = timestamp; self->v = vtimestamp; self->ok = 0; }
	syscall:::return
	/self->v/
	{
		this->cpu = vtimestamp - self->v;
		@least[probefunc] = min(this->cpu);
		@most[probefunc] = max((int64_t)(this->cpu - (timestamp - self->t)));
		@calls = count();
		self->v = 0;
	}
	END { printa("least %@d of %s\n", @least); printa("beyond %@d in %s\n", @most); printa("calls %@d\n", @calls); }
' -c "sh -c 'i=0; while [ \$i -lt 200 ]; do /bin/true; i=\$((i + 1)); done'" > "$TMPDIR/out" || exit 1
awk '$1 == "calls" { print ($2 > 1000 ? "many calls" : "few: " $2); next } ($1 == "least" && $2 < 0) || ($1 == "beyond" && $2 > 0)' "$TMPDIR/out"
# output:
# many calls
