# SPDX-License-Identifier: BSD-2-Clause
# timeout: 900
# The share of user stacks of `profile` that reach the start of the program or thread: a table of the programs of this
# machine. At least 99 % of the samples of each. Samples from before a process was known or the table of a file was
# there (-v counts both) are listed separately: their number depends on the load of the machine. Emulated machines get
# more time, mainly for the tables, and fewer samples a second.
seconds=${SECONDS_EACH:-4} rate=997 first=2
[ -z "$DT_GUEST" ] || { seconds=${SECONDS_EACH:-10} rate=199 first=12; }
bad=0
cd "$TMPDIR" || exit 1 # Node leaves a file where it is started
stop() { [ -z "$server" ] || kill "$server" 2>/dev/null; server=; }
trap stop EXIT

# Samples of the programs of that name that the server, or else the load, has started.
share() # TITLE EXECNAME LOAD...
{
	title=$1 name=$2
	shift 2
	"$@" >"$TMPDIR/load" 2>&1 &
	load=$!
	sleep 1
	"$DTRACE" -q -v -O folded -n '
		tick-1s { ready++; /* the tables of what runs already are being built */ }
		profile-'"$rate"' /ready > '"$first"' && arg1 && execname == "'"$name"'" && progenyof('"${server:-$load}"')/ { @[ustack(500)] = count(); }
		tick-1s /ready > '"$((seconds + first))"'/ { exit(0); }' >"$TMPDIR/stacks" 2>"$TMPDIR/errors"
	kill "$load" 2>/dev/null
	wait "$load" 2>/dev/null
	counts=$(sed -n 's/.*user stacks: \([0-9]*\) complete, \([0-9]*\) of the requested.* \([0-9]*\) cut where.* \([0-9]*\) cut in.* \([0-9]*\) of u.*/\1 \2 \3 \4 \5/p' "$TMPDIR/errors")
	awk -v title="$title" -v counts="$counts" '
		/^\t/ || !/ [0-9]+$/ || /^;*\?/ { next } # of -v, or marked as cut
		/^libc.so.6`0x[0-9a-f]+;libc.so.6`0x[0-9a-f]+;python/ { next } # of 64-bit Arm: clone() and start_thread() without names
		!/^[^;]*`(_start|_dl_start_user|(__)?clone3?)(;| )/ && !/^[^;]*;libc.so.6`__libc_start_main;/ { wrong += $NF; print > "/dev/stderr" }
		END { split(counts, n) # whole, limited, without a table, lost, foreign
			all = n[1] + n[2] + n[4]
			whole = n[1] - wrong
			printf "%-24s %7d samples %7d whole %6.2f%% %5d too early\n", title, all, whole, all ? 100 * whole / all : 0, n[3] + n[5]
			exit !(all >= 100 && whole >= 0.99 * all) }' "$TMPDIR/stacks" 2>"$TMPDIR/others" || { bad=1; head -n 2 "$TMPDIR/others" | cut -c1-200; }
}
has() { command -v "$1" >/dev/null; }
again() { while :; do "$@"; done; }

cat >"$TMPDIR/work.py" <<'END'
import threading
def work():
    while True:
        sum(len(str(i)) for i in range(1000))
for _ in range(3):
    threading.Thread(target=work).start()
END
share "python3, threads" python3 python3 "$TMPDIR/work.py"
has perl && share perl perl perl -e 'while (1) { my %h; $h{$_ % 97} .= "x" for 1 .. 10000; }'
has openssl && share "openssl speed" openssl openssl speed -seconds 20 sha256
has sqlite3 && share sqlite3 sqlite3 sqlite3 :memory: \
	'with recursive t(n) as (select 1 union all select n + 1 from t limit 100000000) select sum(n * n % 7) from t;'
echo '#include <algorithm>
#include <map>
#include <string>
#include <vector>
int main() { for (;;) { std::map<std::string, int> m; std::vector<int> v;
	for (int i = 0; i < 20000; i++) { m[std::to_string(i * 7919 % 10007)]++; v.push_back(i * 7919 % 10007); }
	std::sort(v.begin(), v.end()); } }' >"$TMPDIR/cpp.cpp"
g++ -O2 "$TMPDIR/cpp.cpp" -o "$TMPDIR/cpp-O2" && share "C++ -O2" cpp-O2 "$TMPDIR/cpp-O2"
[ "$(uname -m)" != aarch64 ] || ! g++ -O2 -mbranch-protection=standard "$TMPDIR/cpp.cpp" -o "$TMPDIR/cpp-signed" ||
	share "C++, signed returns" cpp-signed "$TMPDIR/cpp-signed"
for i in {1..300}; do sed "s/main/f$i/" "$TMPDIR/cpp.cpp"; done | awk '!/#include/ || !seen[$0]++' >"$TMPDIR/big.cpp"
share "gcc's cc1plus" cc1plus again g++ -O2 -c "$TMPDIR/big.cpp" -o "$TMPDIR/big.o"
rustc=$(command -v rustc || ls "$HOME"/.cargo/bin/rustc 2>/dev/null)
if [ -n "$rustc" ]; then
	echo 'use std::collections::BTreeMap;
fn main() { loop { let mut m = BTreeMap::new(); let mut v = Vec::new();
	for i in 0..20000u64 { *m.entry((i * 7919 % 10007).to_string()).or_insert(0) += 1; v.push(i * 7919 % 10007); }
	v.sort(); std::hint::black_box((&m, &v)); } }' >"$TMPDIR/rust.rs"
	"$rustc" -O "$TMPDIR/rust.rs" -o "$TMPDIR/rust-O" 2>"$TMPDIR/errors" && share "Rust -O" rust-O "$TMPDIR/rust-O"
fi
has node && share "node, with JIT code" node node --perf-basic-prof --interpreted-frames-native-stack -e \
	'for (;;) JSON.stringify(Array.from({length: 1000}, (_, i) => ({i, s: String(i)})))'
if has java && has javac; then
	echo 'public class Work { public static void main(String[] a) { for (;;) { var m = new java.util.TreeMap<String, Integer>();
		for (int i = 0; i < 20000; i++) m.merge(Integer.toString(i * 7919 % 10007), 1, Integer::sum); } } }' >"$TMPDIR/Work.java"
	javac -d "$TMPDIR" "$TMPDIR/Work.java" && share "java" java java -XX:+PreserveFramePointer -cp "$TMPDIR" Work
fi
if has redis-server; then
	redis-server --port 7399 --save '' --daemonize no >"$TMPDIR/redis.log" 2>&1 &
	server=$!
	sleep 1
	share redis redis-server redis-benchmark -p 7399 -q -n 100000000 -t set,get,lpush
	stop
fi
if has nginx && has ab; then
	mkdir -p "$TMPDIR/www" "$TMPDIR/logs"
	head -c 10000 /dev/zero >"$TMPDIR/www/index.html"
	echo "daemon off; error_log $TMPDIR/logs/e; pid $TMPDIR/nginx.pid; events {} http { access_log $TMPDIR/logs/a;
		server { listen 127.0.0.1:7398; root $TMPDIR/www; } }" >"$TMPDIR/nginx.conf"
	nginx -c "$TMPDIR/nginx.conf" >"$TMPDIR/nginx.log" 2>&1 &
	server=$!
	sleep 1
	share nginx nginx ab -q -n 10000000 -c 8 http://127.0.0.1:7398/index.html
	stop
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
if [ -n "$bin" ] && has pgbench; then
	chmod 755 "$TMPDIR"
	install -d -o postgres "$TMPDIR/pg"
	as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
	as "$bin/initdb" -D "$TMPDIR/pg" >"$TMPDIR/initdb" 2>&1 &&
		{ setpriv --reuid postgres --regid postgres --clear-groups "$bin/postgres" -D "$TMPDIR/pg" -k "$TMPDIR/pg" -p 7397 -c listen_addresses= >"$TMPDIR/pg.log" 2>&1 & server=$!; }
	for i in {1..50}; do as "$bin/psql" -h "$TMPDIR/pg" -p 7397 postgres -c 'select 1' >/dev/null 2>&1 && break; sleep 0.2; done
	as pgbench -h "$TMPDIR/pg" -p 7397 -i -q postgres >"$TMPDIR/pgbench" 2>&1
	share postgres postgres setpriv --reuid postgres --regid postgres --clear-groups pgbench -h "$TMPDIR/pg" -p 7397 -S -c 4 -T 60 postgres
	if [ -n "$PAGE" ]; then
		as pgbench -h "$TMPDIR/pg" -p 7397 -c 4 -T 8 postgres >"$TMPDIR/pgbench" 2>&1 &
		sleep 1
		"$DTRACE" -q -O flame="$PAGE" -n 'sched:::off-cpu /execname == "postgres"/ { self->t = timestamp; }
			sched:::on-cpu /self->t/ { @waits[ustack(100), stack()] = sum(timestamp - self->t); self->t = 0; }
			profile-499 /execname == "postgres"/ { @cpu[ustack(100), stack()] = count(); } tick-4s { exit(0); }'
	fi
	stop
fi
exit $bad
