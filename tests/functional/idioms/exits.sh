# SPDX-License-Identifier: BSD-2-Clause
#
# The last exit() in END sets the status (Dynamic Tracing Guide, chapter 10, "exit"; dtrace.c, the state
# DTRACE_ACTIVITY_DRAINING); and `dtrace -e` without a program succeeds.
for program in 'BEGIN { exit(1); }' 'BEGIN { exit(1); } END { exit(3); }' 'BEGIN { exit(1); } END { exit(3); } END { exit(4); }' \
	'BEGIN { exit(2); } END { printf("no exit"); }'; do
	"$DTRACE" -qn "$program" > /dev/null
	echo "$? $program"
done
# output:
# 1 BEGIN { exit(1); }
# 3 BEGIN { exit(1); } END { exit(3); }
# 4 BEGIN { exit(1); } END { exit(3); } END { exit(4); }
# 2 BEGIN { exit(2); } END { printf("no exit"); }
