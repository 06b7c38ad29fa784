# SPDX-License-Identifier: BSD-2-Clause
# --serve: scrapes, what they may ask for, gzip, TLS, tokens, refusals. dtrace-export has no privileges, and tracing goes
# on without it.
address=127.0.0.1:19471
fetch() { curl -sk --max-time 20 -o "$TMPDIR/body" -w '%{http_code}\n' "$@"; }
trace() # OPTION...
{
	"$DTRACE" -q --serve "$address" "$@" -o "$TMPDIR/out" -c "$TMPDIR/wait" \
		-n 'syscall::getppid:entry /ppid == $target/ { @calls = count(); } END { printf("end"); }' 2>"$TMPDIR/err" &
	until curl -sk --max-time 20 -o /dev/null "${scheme:-http}://$address/healthz"; do kill -0 $! || exit 1; done
}
finish() { touch "$TMPDIR/stop"; wait; rm "$TMPDIR/stop"; cat "$TMPDIR/err"; }
printf '#!/bin/bash\ngetppids 2 500; until [ -e %s/stop ]; do read -t 0.05 < <(:); done\n' "$TMPDIR" >"$TMPDIR/wait"
chmod +x "$TMPDIR/wait"
url=http://$address/metrics

echo "--- plain"
trace
until fetch "$url" >/dev/null; grep -qx 'dtrace_calls_total 1000' "$TMPDIR/body"; do :; done
fetch --compressed -H 'Accept-Encoding: gzip' "$url"
grep -c '^dtrace_calls_total 1000$' "$TMPDIR/body"
fetch "http://localhost:${address#*:}/metrics"
fetch -I "$url"
for host in example.org localhost.example.org localhost:1@example.org; do
	fetch -H "Host: $host" "$url"
done
fetch -X DELETE "$url"
fetch "http://$address/other"
fetch -H "X: $(head -c 9000 /dev/zero | tr '\0' a)" "$url"
"$DTRACE" -q --serve "$address" -n BEGIN 2>&1
export=$(pgrep -P "$(pgrep -f -o "serve $address -o $TMPDIR")" dtrace-export)
grep -E '^(CapEff|NoNewPrivs|Seccomp):' "/proc/$export/status" | tr -s '\t' ' '
[ "$(id -u)" != "$(stat -c %u "/proc/$export")" ] && echo other user
kill -9 "$export"
until grep -q 'has ended' "$TMPDIR/err"; do kill -0 $! || break; done
finish
cat "$TMPDIR/out"; echo

echo "--- a tracer with the service's capabilities"
chmod 711 "$TMPDIR"
caps=+bpf,+perfmon,+sys_ptrace,+syslog,+dac_read_search
setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,$caps --ambient-caps=-all,$caps \
	"$DTRACE" -q --serve "$address" -n BEGIN >/dev/null &
until fetch "$url" >/dev/null; [ -s "$TMPDIR/body" ]; do kill -0 $! || exit 1; done
export=$(pgrep -P $! dtrace-export)
grep -E '^Cap(Prm|Eff|Amb):' "/proc/$export/status" | tr -s '\t' ' '
kill $!
wait

echo "--- token and TLS"
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout "$TMPDIR/key" -out "$TMPDIR/cert" 2>/dev/null
printf 'a secret\n' >"$TMPDIR/token"
scheme=https
trace -x servetoken="$TMPDIR/token" -x servetls="$TMPDIR/cert,$TMPDIR/key"
fetch "https://$address/metrics"
fetch -H 'Authorization: Bearer a secret' "https://$address/metrics"
fetch -H 'Authorization: Bearer a secreT' "https://$address/metrics"
grep -l '[a] secret' /proc/[0-9]*/cmdline 2>/dev/null | wc -l
finish

echo "--- plain text for other machines, under any Host"
"$DTRACE" -q --serve=0.0.0.0:${address#*:} -x serveplain -n BEGIN \
	-c "curl -s -o /dev/null -w '%{http_code}\n' -H 'Host: example.org' http://$address/healthz"

echo "--- refusals"
for options in "--serve=0.0.0.0:19471" "--serve=19471" "--serve=127.0.0.1:99999" "--serve=$address -x servetls=/nonexistent,x" \
	"--serve=$address -x servetls=$TMPDIR/cert" "--serve=$address -x servetls=$TMPDIR/cert,$TMPDIR/token"; do
	"$DTRACE" -q $options -n BEGIN 2>&1 | sed "s#$TMPDIR/##"
done
"$DTRACE" -q --serve 19471 -n BEGIN 2>&1; echo "status $?"
"$DTRACE" -q -n 'BEGIN { trace($$1); exit(0); }' --serve word 2>&1; echo "status $?"
printf '#pragma D option serve=:1\nBEGIN { exit(0); }' | "$DTRACE" -q -s - 2>&1

echo "--- arguments of the program"
"$DTRACE" -q --serve -x serve="$address" -n 'BEGIN { trace($$1); exit(0); }' word; echo
"$DTRACE" -q -n 'BEGIN { trace($$1); exit(0); }' word --serve -x serve="$address"; echo
"$DTRACE" -q -n 'BEGIN { trace($$1); exit(0); }' --serve -x serve="$address" word; echo
