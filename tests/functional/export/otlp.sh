# SPDX-License-Identifier: BSD-2-Clause
# -O otlp sends records as logs. Messages that the receiver cannot take now are sent again.
. ./_receive.sh
export OTEL_RESOURCE_ATTRIBUTES='team=a%2Cb, zone = z1' OTEL_SERVICE_NAME=shop
program='BEGIN { x = 7; printf("%d is %s\n", x, "\"seven\"\n"); trace(x + 1); }
	BEGIN { trace(*(int *)16); }
	BEGIN { printf("invalid: \377"); exit(3); }'
shown=service.name,team,zone,dtrace.probe,dtrace.x,dtrace.cpu
trace() # OPTION...
{
	"$DTRACE" -q -O otlp="$url" "$@" -n "$program" 2>&1 | sed "s|$url|URL|" | sort
	echo "status ${PIPESTATUS[0]}"
}

echo '--- logs'
receive 200
trace
received_all
python3 _logs.py ${shown%,dtrace.cpu} "$received"/*.logs
sort "$received/log"

echo '--- each start is another instance'
receive 200
trace >/dev/null
trace >/dev/null
received_all
python3 _logs.py service.instance.id "$received"/*.logs |
	grep -Ec '^service.instance.id=[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'

for answers in '503:1 200' '429 200' 'close 200' 'hang 200'; do
	echo "--- $answers"
	receive $answers
	OTEL_EXPORTER_OTLP_TIMEOUT=1000 OTEL_EXPORTER_OTLP_LOGS_TIMEOUT=3000 trace
	received_all
	python3 _logs.py - "$received"/*.logs | grep -c '^INFO'
done

echo '--- the end waits for answers alone'
receive 429 200
SECONDS=0
OTEL_EXPORTER_OTLP_TIMEOUT=60000 trace >/dev/null
received_all
[ $SECONDS -lt 30 ] || echo "took $SECONDS s"

echo '--- 400'
receive 400
trace
received_all
echo '--- redirect'
receive redirect
trace
received_all
sort "$received/log"
echo '--- partial'
receive partial
trace
received_all

echo '--- compressed, with headers, from the environment'
receive 200
OTEL_EXPORTER_OTLP_ENDPOINT=$url/base/ OTEL_EXPORTER_OTLP_COMPRESSION=gzip OTEL_EXPORTER_OTLP_HEADERS='X-Token=a%20b' \
	"$DTRACE" -q -O otlp -n "$program"
received_all
python3 _logs.py - "$received"/*.logs | grep -c '^INFO'
sort "$received/log"

echo '--- profiles'
receive 200
"$DTRACE" -q -O otlp="$url" -x otlpprofiles -c "$WORKLOADS/pprof" -n '
	pid$target:pprof:leaf:entry { @[ustack(), execname, arg0] = count(); @size[ustack(1)] = sum(arg0); }'
received_all
python3 _profiles.py "$received"/*.profiles leaf inner middle main

echo '--- ids of the trace context'
receive 200
"$DTRACE" -q -O otlp="$url" -c "$WORKLOADS/ids" -n 'syscall::getppid:entry /pid == $target/ {
	printf("%d %s %s", arg0, traceid, spanid); }
	syscall::getppid:entry /pid == $target/ { self->spanid = spanid; trace(self->spanid); }'
received_all
python3 _logs.py dtrace.traceid,dtrace.arg0,dtrace.spanid "$received"/*.logs
