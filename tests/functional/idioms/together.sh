# SPDX-License-Identifier: BSD-2-Clause
#
# The output of the clauses of one firing is contiguous, as each CPU's buffer is printed in order (Dynamic Tracing
# Guide, chapter 11, "Buffers and Buffering"); -F indents by thread, on any CPU (chapter 14, flowindent).
"$DTRACE" -q -x bufsize=16m -c 'getppids 4 5000' -n '
	syscall::getppid:entry /pid == $target/ { printf("A"); }
	syscall::getppid:entry /pid == $target/ { printf("B"); }
	syscall::getppid:entry /pid == $target/ { printf("C\n"); }' 2> /dev/null | sort | uniq -c | sed 's/^ *//'
"$DTRACE" -F -x bufsize=16m -c 'getppids 1 500' -n '
	syscall::getppid: /pid == $target/ { printf("%s", probename); }' 2> /dev/null | awk 'NF > 2 { print $2, $3, $4 }' | sort | uniq -c | sed 's/^ *//'
# output:
# 1 
# 20000 ABC
# 500 <= getppid return
# 500 => getppid entry
