# -S lists every program that is loaded, in the order of loading: those of probes, dispatchers, and
# those that keep accounts.
D='BEGIN { @ = quantize(vtimestamp); self->a[1] = 1; exit(0); }
syscall::read:entry { self->a[1]++; }
syscall::write:entry { self->a[2]++; }'
"$DTRACE" -S -e -x follow -n "$D" 2>&1 | sed -n 's/^\(dt_[a-z_]*\):$/\1/p' > "$TMPDIR/listed"
"$DTRACE" -x debug -x follow -q -n "$D" 2>&1 >/dev/null |
	sed -n 's/.* program \(dt_[a-z_]*\): .* loaded$/\1/p' > "$TMPDIR/loaded"
diff "$TMPDIR/listed" "$TMPDIR/loaded" && uniq "$TMPDIR/listed"
# output:
# dt_dtrace
# dt_syscall
# dt_dispatch
# dt_vtime
# dt_follow_fork
# dt_follow_exit
# dt_thread_exit
