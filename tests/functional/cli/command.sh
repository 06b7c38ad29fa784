# SPDX-License-Identifier: BSD-2-Clause
# -c: the first instruction is traced, words are split at blanks, exits are reported.
. "$SRCDIR/_common.sh"
show $DTRACE -qn 'syscall::execve:return /pid == $target/ { printf("exec %d\n", errno); } syscall::brk:entry /pid == $target && !n++/ { printf("%s %s\n", probefunc, execname); }' -c 'true'
show $DTRACE -qn 'BEGIN {}' -c 'echo "two  words"'
show $DTRACE -n 'END {}' -c false -o /dev/null
show $DTRACE -n 'END {}' -c true -o /dev/null
printf '#!/bin/sh\nkill -9 $$\n' >die; chmod +x die
show $DTRACE -n 'END {}' -c ./die -o /dev/null
show $DTRACE -qn 'END { printf("end\n"); }' -c false -c ./die -c 'expr 1 + 1'
show $DTRACE -n BEGIN -c 'no-such-command x'
show $DTRACE -n BEGIN -c die
mkdir plain; touch plain/die
PATH=$PWD/plain:$PATH show $DTRACE -n BEGIN -c die
show $DTRACE -n BEGIN -c /etc/passwd
show $DTRACE -n BEGIN -c ' '
show $DTRACE -n BEGIN -c '"" x'
# No shell: dtrace reports words meant for a shell, unless quotes or a backslash protect them.
show $DTRACE -qn 'BEGIN {}' -c 'FOO=1 env'
show $DTRACE -qn 'BEGIN {}' -c 'echo $HOME'
show $DTRACE -qn 'BEGIN {}' -c 'echo "a ${b}"'
show $DTRACE -qn 'BEGIN {}' -c 'echo `id`'
show $DTRACE -qn 'BEGIN {}' -c 'echo *.c'
show $DTRACE -qn 'BEGIN {}' -c 'echo "*" \* '"'"'$HOME'"'"' \$HOME 5$ "$"'
# A program that does not compile, or that ends in BEGIN, lets the command do nothing.
show $DTRACE -qn 'BEGIN { nosuch(); }' -c 'touch made'
show $DTRACE -qn 'BEGIN { exit(7); }' -c 'touch made'
show ls made
# The command lives on when tracing ends before it.
mkfifo gate
printf '#!/bin/sh\nread x <gate; echo "$x" >made\necho done >gate\n' >wait; chmod +x wait
show $DTRACE -qn 'tick-1ms { exit(3); }' -c ./wait
echo alive >gate; read -r x <gate; cat made
