# SPDX-License-Identifier: BSD-2-Clause
# dtrace-export has no privileges. Secrets come from files and go to nobody else.
. ./_receive.sh
refuse() # OPTION...
{
	"$DTRACE" -q "$@" -n 'BEGIN { exit(0); }' 2>&1 | sed "s|$TMPDIR/||"
}
echo '--- refused'
printf 'X-Token: s3cret\n' >"$TMPDIR/headers"
refuse -O otlp=ftp://127.0.0.1/
refuse -O otlp=http://user:pass@127.0.0.1/
refuse -O otlp=nonsense://
refuse -O otlp=http://192.0.2.1:4318 -x otlpheaders="$TMPDIR/headers"
refuse -O otlp=http://127.0.0.1.example:4318 -x otlpheaders="$TMPDIR/headers"
refuse -O pprof=http://192.0.2.1:4040 -x otlpheaders="$TMPDIR/headers"
refuse -O otlp -x otlpheaders="$TMPDIR/nosuch"
OTEL_EXPORTER_OTLP_HEADERS=a=b refuse -O otlp=http://192.0.2.1:4318

# Waits until the process of $tracer has sent logs, and sets $exporter.
await_logs() {
	until grep -q '/v1/logs' "$received/log" 2>/dev/null; do
		kill -0 "$tracer" || exit 1
		sleep 0.05
	done
	exporter=$(pgrep -P "$tracer" -x dtrace-export)
}

echo '--- the process while it runs'
receive 200
"$DTRACE" -q -O otlp="$url" -O pprof="$url" -x otlpheaders="$TMPDIR/headers" -n '
	profile-97 { @[stack(), execname] = count(); } tick-100ms { printf("tick"); }' >/dev/null &
tracer=$!
await_logs
awk '/^(Uid|NoNewPrivs|Seccomp|CapEff):/ { print $1, $2 }' "/proc/$exporter/status" | sed "s/ $(id -u nobody)$/ nobody/"
echo s3cret >"$TMPDIR/secret"
grep -l -f "$TMPDIR/secret" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null
kill -INT $tracer
wait $tracer
received_all
sed 's/from=[0-9]*&until=[0-9]*/TIMES/; s/=[^ ]*boundary/=boundary/' "$received/log" | sort -u
[ ! -e "/proc/$exporter" ] || echo "it still runs"

echo '--- the form of a profile'
file=("$received"/*.ingest)
python3 - "${file[0]}" "$TMPDIR/profile" <<'END'
import sys
with open(sys.argv[1], "rb") as file:
    body = file.read()
head, _, rest = body.partition(b"\r\n\r\n")
print(head.decode().replace("\r\n", "\n"))
edge = body.partition(b"\r\n")[0]
assert rest.endswith(b"\r\n" + edge + b"--\r\n")
with open(sys.argv[2], "wb") as file:
    file.write(rest[: -len(edge) - 6])
END
python3 _pprof.py "$TMPDIR/profile" | sed -n 1p

echo '--- after kill -9'
receive hang
OTEL_EXPORTER_OTLP_TIMEOUT=1000 "$DTRACE" -q -O otlp="$url" -n 'tick-10ms { printf("tick"); }' &
tracer=$!
await_logs
kill -9 $tracer
wait $tracer 2>/dev/null
received_all
for ((i = 0; i < 300; i++)); do
	kill -0 "$exporter" 2>/dev/null || break
	sleep 0.1
done
[ $i -lt 300 ] || echo "dtrace-export still runs"
# output:
# --- refused
# dtrace: ftp://127.0.0.1/v1/metrics: only http and https are supported
# dtrace: credentials in a URL are visible to all users: use headers
# dtrace: nonsense:/v1/metrics is no URL
# dtrace: http://192.0.2.1:4318/v1/metrics: headers may hold credentials: use https
# dtrace: http://127.0.0.1.example:4318/v1/metrics: headers may hold credentials: use https
# dtrace: http://192.0.2.1:4040: headers may hold credentials: use https
# dtrace: failed to read nosuch: No such file or directory
# dtrace: http://192.0.2.1:4318/v1/metrics: headers may hold credentials: use https
# --- the process while it runs
# Uid: nobody
# CapEff: 0000000000000000
# NoNewPrivs: 1
# Seccomp: 2
# 200 /ingest?name=dtrace&format=pprof&TIMES multipart/form-data; boundary=dtrace-7f3c2a9be1 s3cret
# 200 /v1/logs application/x-protobuf s3cret
# 200 /v1/metrics application/x-protobuf s3cret
# --- the form of a profile
# --dtrace-7f3c2a9be1
# Content-Disposition: form-data; name="profile"; filename="profile.pb.gz"
# Content-Type: application/octet-stream
# types: samples/count
# --- after kill -9
