# SPDX-License-Identifier: BSD-2-Clause
#
# my__app* is every process with the file, also those that start later; my__appPID is the one alone;
# the bare name is that of all; -l shows them process by process.
cd "$TMPDIR"
"$DTRACE" -h -s "$SRCDIR/_app.d" -o app.h && "$DTRACE" -G -s "$SRCDIR/_app.d" -o probes.o || exit 1
cat >wait.c <<'EOF'
#include "app.h"
#include <unistd.h>
int main(void) { char c; MY_APP_NONE(); return (int)read(0, &c, 1); }
EOF
cc -O1 -I. wait.c probes.o -o wait || exit 1
mkfifo hold
for n in 1 2; do ./wait <hold & pids="$pids $!"; done
cp wait app2 # another file: not probed by what follows
exec 3>hold
for pid in $pids; do until grep -Eq '^(0|63) 0x0 ' /proc/$pid/syscall; do :; done; done # they read: their probe is after that
echo './wait </dev/null; ./app2 </dev/null; ./wait </dev/null' >later
for provider in 'my__app*' my__app 'my__app[0-9]*'; do
	"$DTRACE" -qn "$provider:wait::none { @[probefunc, probename, probeprov] = count(); }
		END { printa(\"%s %s %s %@d\n\", @); }" -c 'bash later'
done
"$DTRACE" -l -P 'my__app*' | awk '$3 == "wait" { print $2, $4, $5 }' | sort >seen
for pid in $pids; do echo "my__app$pid main none"; done | sort | diff - seen || exit 1
for pid in $pids; do
	"$DTRACE" -l -n "my__app$pid:::none" | grep -c "my__app$pid .*wait .*main none"
	"$DTRACE" -l -p $pid | grep -c "my__app$pid .*main none"
done
"$DTRACE" -ln 'my__app*1:::no-such' 2>&1 | tail -n 1
exec 3>&-
wait
echo '-- a file that no process has mapped'
"$DTRACE" -qx usdtfile=./wait -n 'my__app*:wait::none { @[probefunc, probename] = count(); }
	END { printa("%s %s %@d\n", @); }' -c 'bash later'
"$DTRACE" -x usdtfile=./app2 -ln 'my__app*:app2::' | awk '$3 == "app2" { print $2, $3, $4, $5 }'
"$DTRACE" -x usdtfile=later -ln 'my__app*:::none' 2>&1 | head -n 1
"$DTRACE" -x usdtfile=missing -ln 'my__app*:::none' 2>&1 | head -n 1
# output:
# main none my__app* 2
#
# main none my__app* 2
#
# main none my__app* 2
#
# 1
# 1
# 1
# 1
# dtrace: failed to match my__app*1:::no-such: No probe matches description
# -- a file that no process has mapped
# main none 2
#
# my__app* app2 main none
# dtrace: invalid probe specifier my__app*:::none: usdtfile later: it has no USDT probes
# dtrace: invalid probe specifier my__app*:::none: usdtfile missing: No such file or directory
