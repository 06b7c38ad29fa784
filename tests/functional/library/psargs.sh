# SPDX-License-Identifier: BSD-2-Clause
# The arguments of a process: all of them, 79 characters in pr_psargs; those that come after exec.
long=$(printf 'x%.0s' {1..90})
"$DTRACE" -q -c "/bin/echo one two three" -n 'syscall::write:entry /pid == $target/
{ printf("[%s] [%s]\n", execargs, curpsinfo->pr_psargs); }' | grep '\['
"$DTRACE" -q -c "/bin/echo $long" -n 'syscall::write:entry /pid == $target/
{ printf("%d %d\n", strlen(execargs), strlen(curpsinfo->pr_psargs)); }' | grep -v x
"$DTRACE" -q -c "/bin/echo" -n 'syscall::execve:return, syscall::write:entry /pid == $target/
{ @[probefunc, execargs] = count(); } END { printa("%s [%s] %@d\n", @); }' | grep '\['
# While exec copies the arguments, their end is unknown, and the environment follows them: the name replaces them.
printf '#!/bin/sh\nSECRET=hunter2 /bin/echo one two > /dev/null\n:\n' > "$TMPDIR/secret"
chmod +x "$TMPDIR/secret"
"$DTRACE" -q -c "$TMPDIR/secret" -n '
sdt:mmap::vm_unmapped_area
/progenyof($target) && execname == "echo"/
{
	@[execargs, curpsinfo->pr_psargs, curpsinfo->pr_argc] = count();
}
END { printa("%s [%s] %d\n", @); }' | grep . | grep -vxF 'echo [echo] 0'
# output:
# [/bin/echo one two three] [/bin/echo one two three]
# 100 79
#
# execve [/bin/echo] 1
# write [/bin/echo] 1
# /bin/echo one two [/bin/echo one two] 3
