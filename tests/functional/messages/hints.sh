# SPDX-License-Identifier: BSD-2-Clause
#
# Hints that depend on the type of what is wrong: a number is no address, a string no condition, and so on.
for program in 'BEGIN { printf("%s", pid); }' 'syscall::read:entry { printf("%s", arg1); }' 'BEGIN { printf("%d", execname); }' \
	'BEGIN /strstr(execname, "x")/ { }' 'BEGIN /curthread->comm/ { }' \
	'BEGIN { @[ustack] = count(); }' 'BEGIN { @[pid] = count(); printa("%d %d", @); }'; do
	"$DTRACE" -e -n "$program" 2>&1 | sed -n "s~^hint~$program~p"
done
