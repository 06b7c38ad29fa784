# SPDX-License-Identifier: BSD-2-Clause
# Libraries that a process opens while programs inside it trace it: an ordinary user misses no call of them, not even of a
# constructor, in a process with threads that closes them and opens them again, at the same and at other addresses.
# timeout: 240
. "$SRCDIR/_inside.sh"
. "$SRCDIR/../pid/_opened.sh"
cp "$WORKLOAD" opened
chmod a+rx opened ./*.so
trace() { as_user "$DTRACE" -Z -q "$@" 2>&1 | awk 'NF { $1 = $1; print }'; }
calls='{ @[probemod, probename, (int)arg0 < 0 ? "born" : "called"] = count(); }'

echo "once"
trace -c "./opened 1 ./one.so" -n "pid\$target:one.so:go:entry $calls"
echo "again and again, in threads"
trace -c "./opened 6 ./one.so ./two.so ./three.so ./four.so" -n "pid\$target:[ot]*.so:go:entry, pid\$target:fo*:go:entry $calls"
echo "returns and instructions"
trace -c "./opened 4 ./one.so" -n 'pid$target::go:return { @[probename] = sum(arg1 & 0xffff); }
pid$target::go: /probename != "return"/ { @any = count(); } END { printa("%@d of any\n", @any); printa(@); trunc(@); trunc(@any); }' |
	awk '/any/ { print ($1 > 3 * 44 ? "many" : "few: " $0); next } { print $1 }'
echo "names of addresses"
trace -c "./opened 3 ./one.so" -n 'pid$target::go:entry { @[usym(uregs[R_RIP]), ucaller == 0, ustackdepth > 2] = count();
	@s[ustack(3)] = count(); }' | sed -E 's/0x[0-9a-f]+$/ADDRESS/'
echo "variables of all probes"
trace -c "./opened 2 ./one.so" -n 'pid$target:opened:open_often:entry { self->depth = 1; n = 100; }
pid$target::go:entry /self->depth/ { n++; } END { printf("%d\n", n); }'
echo "probes that a library declares"
echo 'provider later { probe hit(int, char *); };' >later.d
cat >declared.c <<'END'
#include "later.h"
__attribute__((section(".probes"))) unsigned short later_hit_semaphore;
int go(int i) { if (LATER_HIT_ENABLED()) LATER_HIT(i * 1000, "text"); return i; }
END
"$DTRACE" -h -s later.d -o later.h && gcc -O1 -fPIC -shared -I. declared.c -o declared.so && chmod a+rx declared.so || exit 1
trace -c "./opened 2 ./declared.so" -n 'later$target:::hit { @[copyinstr(arg1)] = sum(arg0); @n = count(); }'
echo "a process that runs"
as=$user start_target ./opened -3 ./one.so
as=$user start_tracing "pid\$target::go:entry { @[probemod] = count(); } BEGIN { printf(\"begun\\n\"); }" -Z
echo go >&3
cat <&5 | awk 'NF { $1 = $1; print }'
wait "$dtrace"
