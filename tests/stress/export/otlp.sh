# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# OpenTelemetry's own decoder reads metrics and logs with the program's numbers.
command -v npm >/dev/null || { echo "npm is not installed: tools/deps stress"; exit 77; }
SRCDIR=$SRCDIR/../../functional/export
. "$SRCDIR/_receive.sh"
cd "$TMPDIR" || exit 1
npm install --silent --no-audit --no-fund @opentelemetry/otlp-transformer@0.57.2 >/dev/null || exit 1
receive 200
"$DTRACE" -q -O otlp="$url" -n '
	BEGIN { @n["a\"b"] = count(); @n["a\"b"] = count(); @sum = sum(-5); @mean = avg(3); @mean = avg(5); @low = min(-7);
		@sizes = quantize(0); @sizes = quantize(5); @sizes = quantize(1000); printf("%s %d", "text", 42); exit(0); }'
received_all
cat >read.js <<'END'
const root = require('@opentelemetry/otlp-transformer/build/src/generated/root.js').opentelemetry.proto.collector;
const fs = require('fs');
for (const path of process.argv.slice(2)) {
	const bytes = fs.readFileSync(path);
	if (path.endsWith('.metrics')) {
		const m = root.metrics.v1.ExportMetricsServiceRequest.decode(bytes);
		for (const x of m.resourceMetrics[0].scopeMetrics[0].metrics) {
			if (x.name.startsWith('dtrace_exporter_'))
				continue;
			const data = x.sum || x.gauge || x.histogram, p = data.dataPoints[0];
			const counts = (p.bucketCounts || []).map(Number);
			const full = counts.map((n, i) => n && `${p.explicitBounds[i]}:${n}`).filter((n) => n);
			const labels = p.attributes.map((a) => `${a.key}=${a.value.stringValue}`);
			console.log(x.name, x.histogram ? full.join(' ') : String(p.asInt), x.sum ? x.sum.isMonotonic : '', ...labels);
		}
	} else {
		const m = root.logs.v1.ExportLogsServiceRequest.decode(bytes);
		for (const r of m.resourceLogs[0].scopeLogs[0].logRecords)
			console.log(r.severityText, r.body.stringValue);
	}
}
END
node read.js "$received"/*.metrics "$received"/*.logs
# output:
# dtrace_n 2 true key1=a"b
# dtrace_sum -5 null
# dtrace_mean.sum 8 null
# dtrace_mean.count 2 true
# dtrace_low -7 
# dtrace_sizes 0:1 7:1 1023:1 
# INFO text 42
