# SPDX-License-Identifier: BSD-2-Clause
# Expired certificates: dtrace refuses its own before tracing, and sends nothing to a receiver that shows one. Tracing goes on.
. ./_receive.sh
cd "$TMPDIR" || exit 1
signed() # NAME DAYS
{
	openssl req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout "$1.key" \
		-out "$1.req" 2>/dev/null
	openssl x509 -req -in "$1.req" -CA ca -CAkey ca.key -CAcreateserial -copy_extensions copy -days "$2" -out "$1" 2>/dev/null
	cat "$1" "$1.key" >"$1.both"
}
chmod 711 . # dtrace-export, another user, reads the authority
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=ca -keyout ca.key -out ca 2>/dev/null
signed expired -1
signed valid 1

echo "--- of --serve"
for name in expired valid; do
	"$DTRACE" -q --serve=127.0.0.1:19477 -x servetls=$name,$name.key -n 'BEGIN { printf("traced\n"); exit(0); }' 2>&1
	echo "status $?"
done
for name in expired valid; do
	echo "--- of a receiver: $name"
	TLS_FILE=$name.both receive 200
	OTEL_EXPORTER_OTLP_CERTIFICATE=ca OTEL_EXPORTER_OTLP_TIMEOUT=2000 "$DTRACE" -q -O otlp="${url/http/https}" \
		-O prom=file -n 'BEGIN { @x = count(); } tick-10ms /++n == 20/ { printf("x"); exit(3); }' 2>&1 |
		sed "s|${url#*://}|URL|; s/[0-9]* data points/N data points/; s/[0-9]* unsent/N unsent/" | sort
	echo "status ${PIPESTATUS[0]}"
	received_all
	[ ! -e "$received/log" ] || cut -d' ' -f1,2 "$received/log" | sort
done
# output:
# --- of --serve
# dtrace: failed to serve: the certificate has expired
# status 1
# traced
#
# status 0
# --- of a receiver: expired
# dtrace: logs: https://URL/v1/logs: SSL certificate problem: certificate has expired; retrying
# dtrace: logs: lost 1 log records: 0 rejected, 0 while the queue was full, N unsent at the end
# dtrace: metrics: https://URL/v1/metrics: SSL certificate problem: certificate has expired; retrying
# dtrace: metrics: lost N data points: 0 rejected, 0 while the queue was full, N unsent at the end
# status 3
# --- of a receiver: valid
# status 3
# 200 /v1/logs
# 200 /v1/metrics
