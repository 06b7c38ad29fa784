# SPDX-License-Identifier: BSD-2-Clause
# A debugger runs the program, with breakpoints before and after the probed instructions: dtrace counts every call, gdb
# every breakpoint.
. "$SRCDIR/_fbt.sh"
cat > "$TMPDIR/commands" <<END
set breakpoint pending on
set debuginfod enabled off
break fallocate
ignore 1 1000
break printf
ignore 2 1000
run
info breakpoints
END
"$DTRACE" -qn 'fbt::vfs_fallocate:entry, fbt::vfs_fallocate:return, syscall::fallocate:entry, syscall::fallocate:return
	/execname == "fallocate"/ { @[probefunc, probename] = count(); }
	END { printa("%s %s %@d\n", @); }' -o "$TMPDIR/trace" \
	-c "gdb -nx -q -batch -x $TMPDIR/commands --args $(command -v fallocate) $TMPDIR/file 50" > "$TMPDIR/gdb" 2>&1 ||
	{ cat "$TMPDIR/gdb"; exit 1; }
grep -v '^$' "$TMPDIR/trace" | sort
grep 'already hit' "$TMPDIR/gdb" || cat "$TMPDIR/gdb"
grep -c ' = 0$' "$TMPDIR/gdb"
# output:
# fallocate entry 51
# fallocate return 51
# vfs_fallocate entry 51
# vfs_fallocate return 51
# 	breakpoint already hit 51 times
# 	breakpoint already hit 51 times
# 50
