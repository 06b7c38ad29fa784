# SPDX-License-Identifier: BSD-2-Clause
# A variable to which curpsinfo, or another translated pointer, was assigned keeps these values in later firings,
# whatever other processes do meanwhile.
cat > "$TMPDIR/work" <<'END'
for t in 0.05 0.10 0.15 0.20; do /bin/sleep $t & done
wait
END
"$DTRACE" -q -o "$TMPDIR/out" -c "sh $TMPDIR/work" -n '
	BEGIN { self->none = first; first = curpsinfo; }
	proc:::create /pid == $target/ { child = args[0]; children++; }
	syscall::*nanosleep:entry /progenyof($target)/ { self->p = curpsinfo; self->l = curlwpsinfo; }
	syscall::*nanosleep:return /self->p != NULL/ {
		@[self->p->pr_psargs, self->p->pr_pid == pid && self->l->pr_lwpid == tid ? "its own" : "another"] = count();
		self->p = 0;
	}
	syscall::exit_group:entry /progenyof($target) && execname == "sleep"/ { @left[self->p ? "set" : "empty"] = count(); }
	END { printa("%s: %s\n", @); printa("left %s: %@d\n", @left); }
	END /first->pr_fname == "dtrace" && first->pr_pid == $pid && self->none == NULL/ { printf("the first\n"); }
	END /child->pr_ppid == $target && child->pr_pid != $target && children == 4/ { printf("the last child\n"); }' || exit 1
sort "$TMPDIR/out" | grep .
# output:
# /bin/sleep 0.05: its own
# /bin/sleep 0.10: its own
# /bin/sleep 0.15: its own
# /bin/sleep 0.20: its own
# left empty: 4
# the first
# the last child
