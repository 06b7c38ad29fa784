# SPDX-License-Identifier: BSD-2-Clause
# --serve with CLIENTCA: only a valid certificate of that CA is let in. A stopped dtrace gives 503, and scrapes share a snapshot.
address=127.0.0.1:19473
cd "$TMPDIR" || exit 1
fetch() { curl -sk --max-time 20 -o body -w '%{http_code}\n' "$@"; }
trace() # OPTION...
{
	"$DTRACE" -q --serve "$address" "$@" -n 'syscall:::entry /execname == "curl"/ { @calls = count(); }' >out 2>err &
	tracer=$!
	trap 'kill -CONT $tracer; kill $tracer' EXIT
	until fetch "$scheme://$address/healthz" >/dev/null; do kill -0 $tracer || { cat err; exit 1; }; done
	until curl -skf -o body $certificate "$scheme://$address/metrics"; do kill -0 $tracer || { cat err; exit 1; }; done
}
finish() { kill -INT $tracer; wait $tracer; trap - EXIT; cat err; }
signed() # NAME CA DAYS
{
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$1.key" -out "$1.req" 2>/dev/null
	openssl x509 -req -in "$1.req" -CA "$2" -CAkey "$2.key" -CAcreateserial -days "$3" -out "$1" 2>/dev/null
}
for ca in ca other; do
	openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$ca" -keyout $ca.key -out $ca 2>/dev/null
done
signed server ca 1
signed client ca 1
signed expired ca -1
signed foreign other 1

echo "--- certificates of clients"
scheme=https
certificate="--cert client --key client.key"
trace -x servetls=server,server.key,ca
url=https://$address/metrics
fetch "$url"; cat body
for name in expired foreign client; do
	echo "$name $(fetch --cert $name --key $name.key "$url")"
done
finish

echo "--- a shared snapshot"
scheme=http
certificate=
trace
url=http://$address/metrics
until # the calls go on, so equal texts are of one snapshot
	fetch "$url" >/dev/null; cp body first
	fetch "$url" >/dev/null
	grep -q '^dtrace_calls_total [1-9]' first && cmp -s first body
do :; done
echo shared
while fetch "$url" >/dev/null; cmp -s first body; do :; done
echo later

echo "--- a stopped dtrace"
kill -STOP $tracer
until code=$(fetch "$url"); [ "$code" != 200 ]; do :; done
echo "$code"; cat body
fetch "http://$address/healthz"
kill -CONT $tracer
fetch "$url"
finish
# output:
# --- certificates of clients
# 403
# a certificate is required
# expired 403
# foreign 403
# client 200
# --- a shared snapshot
# shared
# later
# --- a stopped dtrace
# 503
# the tracing process makes no snapshot
# 200
# 200
