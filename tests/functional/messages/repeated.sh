# SPDX-License-Identifier: BSD-2-Clause
#
# A repeated fault is reported once and then counted; -O json has an object for each. The call of
# another name is the first thread's, after all others.
program='
syscall::getppid:entry /pid == $target/ { trace(*(int *)8); }
syscall::exit_group:entry /pid == $target/ { trace(*(int *)16); }'
"$DTRACE" -q -x statusrate=60s -c 'getppids 4 500' -n "$program" 2>&1 | grep error | sed -E 's/ID [0-9]+/ID N/g; s/offset [0-9]+/offset N/'
"$DTRACE" -q -O json -c 'getppids 4 500' -n "$program" 2> /dev/null | grep -c '"type":"error"'
# output:
# dtrace: error on enabled probe ID N (ID N: syscall:x64:getppid:entry): invalid address (0x8) in action #1 at DIF offset N
# dtrace: error on enabled probe ID N (ID N: syscall:x64:exit_group:entry): invalid address (0x10) in action #1 at DIF offset N
# dtrace: error on enabled probe ID N (ID N: syscall:x64:getppid:entry): invalid address in action #1 at DIF offset N: repeated 1,999 times
# 2001
