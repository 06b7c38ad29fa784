# SPDX-License-Identifier: BSD-2-Clause
#
# While one dtrace traces, another reports it: --status, and -l without a description.
# engine: in the kernel, whose objects this is about
fail() { echo "$1"; cat "$TMPDIR/status"; exit 1; }
"$DTRACE" -q -w -o "$TMPDIR/out" -c "$WORKLOADS/later libm.so.6 $TMPDIR/seen" -n '
pid$target:a.out:main:return, syscall::getpid:entry { @ = count(); }
BEGIN { printf("%d\n", $target); }
pid$target:libc:usleep:entry
/!said++/
{
	system("'"$DTRACE"' --status -v > '"$TMPDIR"'/status 2>&1; '"$DTRACE"' -l > '"$TMPDIR"'/list; touch '"$TMPDIR"'/seen");
}' > "$TMPDIR/err" 2>&1 || { cat "$TMPDIR/err"; exit 1; }
read -r pid < "$TMPDIR/out"
grep -Eq "^ +PROCESS +TRACER +PLACES +FILE$" "$TMPDIR/status" || fail 'no heading'
grep -Eq "^ +$pid +[0-9]+ +[1-9]" "$TMPDIR/status" || fail 'the process is missing'
grep -Eq "^ +pid$pid +[0-9]+ +[1-9][0-9]* +uprobe" "$TMPDIR/status" || fail 'its provider is missing'
grep -Eq "^ +syscall +[0-9]+ +1 +raw tracepoint +sys_enter|^ +syscall +[0-9]+ +1 +(perf event|tracepoint)" "$TMPDIR/status" || fail 'system calls are missing'
# If the kernel lists the attached places, they have names.
if grep -q ' usleep ' "$TMPDIR/status"; then
	grep -Eq "^ +- +pid$pid +libc.so.6 +usleep +[0-9a-f]+$" "$TMPDIR/list" || fail 'not listed by -l'
fi
exit 0
# output:
