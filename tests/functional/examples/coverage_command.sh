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
echo "a rare part of a function:"
cat > rare.c <<'END'
#include <stdlib.h>
__attribute__((cold, noipa)) static void note(int n)
{
	setenv("last", n ? "1" : "0", 1);
}
__attribute__((noipa)) static int work(int n)
{
	if (n % 10 == 3) {
		note(n);
		n += 2;
	}
	return n;
}
int main(void)
{
	int sum = 0;
	for (int i = 0; i < 100; i++)
		sum += work(i);
	return sum == 5;
}
END
cc -g -O2 -o rare rare.c || exit 1
nm rare | grep -c 'work.cold'
wrapper coverage -c ./rare | grep -E '^(DA:(8|9|10|12),|FNDA:.*work)'
echo "lines of which nothing can be traced, for a user:"
cat > bare.c <<'END'
__attribute__((noipa)) void bare(void)
{
}
int main(int argc, char **argv)
{
	bare();
	if (argc > 1)
		return 5;
	return 0;
}
END
cc -g -O1 -o bare bare.c || exit 1
chmod a+rx . bare
setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all env PATH="$PATH" DTRACE="$DTRACE" \
	"$EXAMPLES/commands/coverage" -c ./bare 2>said | sed "s|$PWD/||"
grep -c skipped said
