# SPDX-License-Identifier: BSD-2-Clause
# Entry and return of the same functions share one link if the kernel permits it, and each firing is the same as with
# two links: its probe, its arguments, its stack, the thread's variables. Entries and returns of different functions
# have two links.
. "$SRCDIR/_fbt.sh"
has_multi || { echo "no kprobe_multi"; exit 77; }
one=1
"$DTRACE" -V -v | grep -q '^kprobe sessions: yes$' || one=2
# Calls that have not returned occupy slots: there entries would be lost.
"$DTRACE" -en 'BEGIN { trace(offsetof(struct fprobe, rethook)); }' > /dev/null 2>&1 && one=2
cat > "$TMPDIR/run" <<END
cat /proc/\$PPID/fdinfo/* 2> /dev/null | grep -c 'probe_multi' > "$TMPDIR/links"
fallocate "$TMPDIR/file" 1000 > /dev/null
END
masked=
# Prints the output of a program, which must have that number of links.
links() { # NUMBER PROGRAM
	$masked "$DTRACE" -q -c "/bin/bash $TMPDIR/run" -n "$2" > "$TMPDIR/out" 2> "$TMPDIR/err" || cat "$TMPDIR/err"
	[ "$(cat "$TMPDIR/links")" = "$1" ] || echo "fallocate: $(cat "$TMPDIR/links") links, not $1"
	grep fallocate "$TMPDIR/out" | sort
}
echo "-- one function"
links $one '
fbt::vfs_fallocate:entry /execname == "fallocate"/ { self->ts = timestamp; self->file = arg0; self->id = id; }
fbt::vfs_fallocate:return /self->ts/
{
	@["returned"] = sum(1);
	@["with the next id"] = sum(id == self->id + 1);
	@["later"] = sum(timestamp > self->ts);
	@["without an offset"] = sum(arg0 == 0);
	@["failed"] = sum((int)args[1] < 0);
	self->ts = 0;
}
fbt::vfs_fallocate:entry /execname == "fallocate"/
{
	@["with its file"] = sum(self->file == (uint64_t)args[0]);
	@["with a length"] = sum(args[3] > 0);
	@stacks[stack(1)] = sum(1);
}
END { printa("fallocate %s %@d\n", @); printa(@stacks); }' | sed 's/+0x[0-9a-f]*//; s/  */ /g'
same='fbt:vmlinux:vfs_f*: /execname == "fallocate"/
{
	@[probefunc, probename] = sum(1);
	@["balance", probefunc] = sum(probename == "entry" ? 1 : -1);
}
END { printa("%s %s %@d\n", @); }'
echo "-- the same functions"
links $one "$same"
echo "-- no sessions"
masked="env LD_PRELOAD=$WORKLOADS/../kernel/masked MASKED=kprobe-session"
links 2 "$same"
masked=
echo "-- and those of modules that come later"
links $one '
fbt::vfs_f*:entry /execname == "fallocate"/ { @[probefunc, probename] = count(); }
fbt::vfs_f*:return /execname == "fallocate"/ { @[probefunc, probename] = count(); }
END { printa("%s %s %@d\n", @); }'
echo "-- one more at entry"
links 2 '
fbt::vfs_fallocate:entry, fbt::vfs_fsync:entry, fbt::vfs_fallocate:return /execname == "fallocate"/ { @[probefunc, probename] = count(); }
END { printa("%s %s %@d\n", @); }'
echo "-- two pairs"
links $((2 * one)) '
fbt::vfs_fallocate:entry /execname == "fallocate"/ { self->in = 1; }
fbt::vfs_fallocate:return /self->in/ { @[probefunc] = sum(1); self->in = 0; }
fbt::do_sys_open*:entry /execname == "fallocate"/ { self->open = 1; }
fbt::do_sys_open*:return /self->open/ { @["fallocate opened"] = sum(1); self->open = 0; }
END { printa("%s %@d\n", @); }' | sed 's/opened [1-9].*/opened/'
# output:
# -- one function
#  vmlinux`vfs_fallocate
# fallocate failed 1
# fallocate later 1001
# fallocate returned 1001
# fallocate with a length 1001
# fallocate with its file 1001
# fallocate with the next id 1001
# fallocate without an offset 1001
# -- the same functions
# balance vfs_fallocate 0
# vfs_fallocate entry 1001
# vfs_fallocate return 1001
# -- no sessions
# balance vfs_fallocate 0
# vfs_fallocate entry 1001
# vfs_fallocate return 1001
# -- and those of modules that come later
# vfs_fallocate entry 1001
# vfs_fallocate return 1001
# -- one more at entry
# vfs_fallocate entry 1001
# vfs_fallocate return 1001
# -- two pairs
# fallocate opened
# vfs_fallocate 1001
