# SPDX-License-Identifier: BSD-2-Clause
#
# exit() in BEGIN places no probe: the program never sees its semaphore set, which it looks at all the time.
cd "$TMPDIR"
"$DTRACE" -h -s "$SRCDIR/_app.d" -o app.h && "$DTRACE" -G -s "$SRCDIR/_app.d" -o probes.o || exit 1
cat >main.c <<'EOF'
#include "app.h"
#include <poll.h>
#include <stdio.h>
int main(void)
{
	struct pollfd input = {.fd = 0, .events = POLLIN};
	int enabled = 0;

	printf("ready\n");
	fflush(stdout);
	while (!poll(&input, 1, 0))
		for (int i = 0; i < 1000; i++)
			if (MY_APP_NONE_ENABLED()) {
				MY_APP_NONE();
				enabled = 1;
			}
	printf("%s\n", enabled ? "enabled" : "never enabled");
	return 0;
}
EOF
cc -O2 -I. main.c probes.o -o main || exit 1
for program in 'BEGIN { exit(3); }' 'tick-100ms { exit(3); }'; do
	coproc main { exec ./main; }
	exec {said}<&"${main[0]}" {to}>&"${main[1]}"
	read -r _ <&"$said"
	"$DTRACE" -qn "$program"' my__app$1:::none { }' "$main_PID" >/dev/null
	echo "status $?"
	echo >&"$to"
	read -r line <&"$said" && echo "$line"
	exec {said}<&- {to}>&-
	wait "$main_PID"
done
# output:
# status 3
# never enabled
# status 3
# enabled
