# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# On a terminal a newline in a name begins no line, in folded stacks never; a newline in copied data or in the program's
# own text does.
python3 - "$WORKLOAD" "$TMPDIR/names" <<'EOF'
import sys
with open(sys.argv[1], "rb") as f, open(sys.argv[2], "wb") as to:
    to.write(f.read().replace(b"forged_line", b"forged\nline"))
EOF
chmod +x "$TMPDIR/names"
cat >"$TMPDIR/names.d" <<'EOF'
#pragma D option quiet
pid$target:names:forged*:entry
{
	self->name = execname;
	self->text = copyinstr(arg0);
	printf("%s %s %s %s\n", execname, curpsinfo->pr_fname, self->name, probefunc);
	printf("%s %s\n", copyinstr(arg0), self->text);
	printf("%s\n", "written\nso");
	trace(execname);
	@[execname, ufunc(arg0 - arg0 + uregs[R_PC]), stringof(curthread->comm)] = count();
	ustack(1);
}
EOF
show() { tr -d '\r' | cat -v | sed 's/ *$//'; }
echo "a terminal"
script -qec "$DTRACE -c $TMPDIR/names -s $TMPDIR/names.d" /dev/null </dev/null 2>&1 | show
echo "the list"
script -qec "$DTRACE -c $TMPDIR/names -ln 'pid\$target:names:forged*:entry'" /dev/null </dev/null 2>&1 | show | sed 's/.*pid[0-9]* *//'
echo "a pipe"
"$DTRACE" -c "$TMPDIR/names" -s "$TMPDIR/names.d" 2>&1 | head -3 | show
echo "folded"
"$DTRACE" -O folded -c "$TMPDIR/names" -n 'pid$target:names:forged*:entry { @[execname, ustack(1)] = count(); }' 2>/dev/null | show
# output:
# a terminal
# name\nforged name\nforged name\nforged forged\nline
# first
# second first
# second
# written
# so
# name\nforged
#               names`forged\nline
#
#   name\nforged           names`forged\nline                                  name\nforged                         1
# the list
#    ID   PROVIDER            MODULE                          FUNCTION NAME
# names                       forged\nline entry
# a pipe
# name
# forged name
# forged name
# folded
# name:forged;[truncated];names`forged:line 1
