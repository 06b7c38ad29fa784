# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# The lines of a program that ran, and those that did not: from its start, and of a process that already runs.
. ./_run.sh
cat > prog.c <<'END'
#include <unistd.h>
static int is_odd(int n)
{
	if (n % 2)
		return 1;
	return 0;
}
static int never(int n)
{
	return n;
}
int main(int argc, char **argv)
{
	int sum = 0;
	if (argc > 2)
		sum = never(argc);
	do {
		for (int i = 0; i < 10; i++)
			sum += is_odd(i);
		usleep(1000);
	} while (argc > 1);
	return sum == 5;
}
END
cc -g -O0 -o prog prog.c || exit 1
echo "from the start:"
wrapper coverage -c ./prog | grep -Ev '^FN[FH]' | sed "s|$PWD/||"
echo "a process that runs:"
./prog forever &
wrapper coverage -f is_odd -t 2 -p $! | grep -E '^(DA:([3-6]|9|10),|FNDA:.*is_odd)' | sed -E 's/[0-9]*[1-9][0-9]*(,is_odd)?$/some\1/'
kill $!
# output:
# from the start:
# TN:
# SF:prog.c
# FN:3,is_odd
# FNDA:10,is_odd
# FN:9,never
# FNDA:0,never
# FN:13,main
# FNDA:1,main
# DA:3,10
# DA:4,10
# DA:5,5
# DA:6,5
# DA:7,10
# DA:9,0
# DA:10,0
# DA:11,0
# DA:13,1
# DA:14,1
# DA:15,1
# DA:16,0
# DA:18,11
# DA:19,10
# DA:20,1
# DA:21,1
# DA:22,1
# DA:23,1
# LF:18
# LH:14
# end_of_record
# a process that runs:
# FNDA:some,is_odd
# DA:3,some
# DA:4,some
# DA:5,some
# DA:6,some
# DA:9,0
# DA:10,0
