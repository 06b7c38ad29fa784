# SPDX-License-Identifier: BSD-2-Clause
# A variable keeps its own copy of a string whose address was assigned to it, whatever other processes
# do meanwhile.
cat > "$TMPDIR/work" <<'END'
for t in 0.05 0.10 0.15 0.20; do /bin/sleep $t & done
wait
END
"$DTRACE" -q -o "$TMPDIR/out" -c "sh $TMPDIR/work" -n '
	syscall::*nanosleep:entry /progenyof($target)/ {
		self->a = (char *)curpsinfo->pr_psargs;
		args_of[pid, "x"] = (char *)curpsinfo->pr_psargs;
		last = (char *)curpsinfo->pr_psargs;
	}
	syscall::*nanosleep:return /self->a && args_of[pid, "x"] != NULL/ {
		this->s = (char *)args_of[pid, "x"];
		@[stringof(self->a), stringof(this->s), self->a == NULL ? "empty" : "set"] = count();
		self->a = 0;
		args_of[pid, "x"] = 0;
	}
	syscall::exit_group:entry /progenyof($target) && execname == "sleep"/ {
		@left[self->a ? "set" : !args_of[pid, "x"] ? "empty" : "kept", self->a || args_of[pid, "x"] ? 1 : 0] = count();
	}
	END /last/ { printa("%s, %s: %s\n", @); printa("left %s %d: %@d\n", @left); }' || exit 1
sort "$TMPDIR/out" | grep .
# One that is declared stays a pointer.
"$DTRACE" -qn 'char *p; BEGIN { p = (char *)execname; printf("%s %d\n", stringof(p) == execname ? "same" : "other", sizeof(p)); exit(0); }' | grep .
# output:
# /bin/sleep 0.05, /bin/sleep 0.05: set
# /bin/sleep 0.10, /bin/sleep 0.10: set
# /bin/sleep 0.15, /bin/sleep 0.15: set
# /bin/sleep 0.20, /bin/sleep 0.20: set
# left empty 0: 4
# same 8
