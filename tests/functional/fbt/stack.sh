# SPDX-License-Identifier: BSD-2-Clause
# At entry a stack begins with the function, at return with its caller; caller and stackdepth agree with it. Some kernels
# leave nothing to be walked at a return of kprobe_multi: there kprobes must have it.
. "$SRCDIR/_fbt.sh"
trace() { # [COMMAND]... before dtrace
	"$@" "$DTRACE" -q -o "$TMPDIR/trace" -c "fallocate $TMPDIR/file 1" -n '
	fbt::vfs_fallocate: /pid == $target && !seen[probename]++/
	{
		printf("%s %d\n%a", probename, stackdepth, caller);
		stack(100);
		printf("end\n");
		@[mod(caller)] = count();
	}' > /dev/null 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
}
trace
if has_multi && grep -qx 'return 0' "$TMPDIR/trace"; then
	rm "$TMPDIR/trace"
	trace env LD_PRELOAD="$WORKLOADS/../kernel/masked" MASKED=kprobe-multi
	why="this kernel's kprobe_multi leaves no stack at a return; kprobes have it"
fi
awk '
function fail(why) { print why; failed = 1 }
$1 == "entry" || $1 == "return" { name = $1; depth = $2; line = -1; next }
NF == 2 && $2 == 2 { module = $1; next }
$1 == "end" { if (line != depth) fail(name ": stackdepth " depth ", frames " line); seen++; next }
{ line++; gsub(/^ +/, "") }
line == 0 { caller = $1 }
line == 1 && name == "entry" && $1 !~ /^vmlinux`vfs_fallocate(\+|$)/ { fail("the first frame is " $1) }
line == (name == "entry" ? 2 : 1) && $1 != caller { fail(name ": caller is " caller ", frame " $1) }
line == (name == "entry" ? 2 : 1) { of[name] = $1; sub(/\+.*/, "", of[name]) }
END { if (seen != 2) fail("seen " seen + 0); if (module != "vmlinux") fail("module " module); if (of["entry"] != of["return"]) fail("callers " of["entry"] " and " of["return"]); exit failed }' "$TMPDIR/trace" || {
	cat "$TMPDIR/trace"; exit 1; }
[ -z "$why" ] || { echo "$why"; exit 77; }
# output:
