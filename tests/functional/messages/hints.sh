# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
#
# Hints that depend on the type of the wrong expression: a number is not an address, a string not a
# condition, and so on.
by=$'\001' # no program has this character
for program in 'BEGIN { printf("%s", pid); }' 'syscall::read:entry { printf("%s", arg1); }' 'BEGIN { printf("%d", execname); }' \
	'BEGIN /strstr(execname, "x")/ { }' 'BEGIN /curthread->comm/ { }' \
	'syscall::read:entry { trace(args.count); }' 'syscall::read:entry { trace(args->count); }' \
	'BEGIN { @[execname]++; }' 'BEGIN { @[execname] += 1; }' 'BEGIN { @start[tid] = timestamp; }' \
	'BEGIN /@x > 3/ { @x = count(); }' 'BEGIN { @ = count(); printf("%s", @); }' 'BEGIN { @ = count(); x = @; }' \
	'BEGIN { @x = count(); if (@x) trace(1); }' 'BEGIN { @a = count(); printa(a); }' \
	'syscall::write:entry { trace(buf); }' 'syscall::write:entry { trace(count); }' 'syscall::*write*:entry { trace(buf); }' \
	'sdt:signal::signal_generate { trace(sig); }' 'BEGIN { trace(nvcsw); }' 'BEGIN { trace(curpsinfo->nvcsw); }' \
	'BEGIN { @ = count(); top(@, 5); }' 'struct task_struct' 'BEGIN { int x = 3; }' 'BEGIN { string s; }' 'BEGIN { uint64_t x = 3; }' \
	'BEGIN { exit; }' 'BEGIN { stack; }' 'BEGIN { copyinstr; }' 'BEGIN /execname == bash/ { }' \
	'syscall::read:entry || syscall::write:entry { }' 'syscall::read:entry && pid == 1 { }' 'BEGIN if (pid == 1) { }' \
	'# comment' \
	'BEGIN { let x = 3; }' 'BEGIN /1 or 0/ { }' 'BEGIN { x = 1 and 2; }' 'BEGIN /not pid/ { }' \
	'BEGIN /execname ~ "sh"/ { }' 'BEGIN /execname =~ "sh"/ { }' \
	'syscall::read:entry { trace(fds[arg0].path); }' 'BEGIN { trace(curpsinfo->args); }' \
	'syscall::read:entry { trace(args[2]->size); }' 'BEGIN { trace(pid.x); }' "BEGIN { trace('x yz'); }" \
	'proc:::signal-send /args[2] == "SIGTERM"/ { }' 'io:::start { trace(args[0]->b_latency); }' 'BEGIN { trace(self->t); }' \
	'BEGIN { @[0][1] = count(); }' \
	'BEGIN { @[ustack] = count(); }' 'BEGIN { @[pid] = count(); printa("%d %d", @); }' \
	'BEGIN { trace($traget); }' 'BEGIN { trace($$traget); }' 'BEGIN { trace($nosuch); }' 'pid$traget:::entry { }' 'pid$nosuch:::entry { }' \
	'BEGIN { if (pid) trace(1) else trace(2); }' 'BEGIN { trace(1) trace(2); }' 'BEGIN { x = 1 @ = count(); }' 'BEGIN { x y }' \
	'BEGIN { printf("hello); }' 'BEGIN { [execname] = count(); }' 'BEGIN { execname = count(); }' 'BEGIN { x[pid] = quantize(1); }' \
	'BEGIN { x = sum(1); }' 'BEGIN { pid = 3; }' 'BEGIN { print("hello %d", 1); }' 'BEGIN { printf(pid); }' 'BEGIN { trace(1, 2); }' 'BEGIN { exit(); }' \
	'BEGIN trace(1); }' 'syscall::read:entry trace(1); }' 'BEGIN { self-x = 1; }' 'BEGIN { x = (user_addr_t)1; }' 'BEGIN { x = (uint23_t)1; }' 'BEGIN { x = (nosuch)1; }'; do
	"$DTRACE" -e -n "$program" 2>&1 | sed -n "s$by^hint$by${program//&/\\&}${by}p; /<DYN>/p"
done
"$DTRACE" -e -x version=1.2 -n 'BEGIN { trace(toupper("a")); }' 2>&1 | grep '^hint'
