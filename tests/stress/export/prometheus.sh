# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Prometheus and VictoriaMetrics scrape two hosts, which are network namespaces. Their samples add up to the work.
for tool in prometheus promtool victoria-metrics; do
	command -v $tool >/dev/null || { echo "$tool is not installed: tools/deps stress"; exit 77; }
done
[ "$1" = inside ] || exec unshare -mn bash "$0" inside
mkdir -p /run/netns && mount -t tmpfs none /run/netns || exit 1
cd "$TMPDIR" || exit 1
ip link set lo up
for i in 1 2; do
	ip netns add host$i && ip link add up$i type veth peer name eth0 netns host$i || exit 1
	ip addr add 10.99.$i.1/24 dev up$i && ip link set up$i up
	ip -n host$i addr add 10.99.$i.2/24 dev eth0 && ip -n host$i link set eth0 up && ip -n host$i link set lo up
done

# COUNT writes with 3 sizes: 70 %, 25 % and 5 %. The process waits for the file `leave` afterwards.
cat >work.py <<'END'
import os, sys, time
out, data, sizes = os.dup2(os.open("/dev/null", os.O_WRONLY), 99), b"x" * 5000, [100] * 14 + [700] * 5 + [5000]
for i in range(int(sys.argv[1])):
    os.write(out, data[:sizes[i % 20]])
    if i % 500 == 499:
        time.sleep(0.05)
open(sys.argv[2] + ".done", "w").close()
while not os.path.exists(sys.argv[2] + ".leave"):
    time.sleep(0.05)
END
cat >count.d <<'END'
#pragma D metric @sizes unit=bytes
syscall::write:entry /pid == $target && arg0 == 99/ { @writes = count(); @sizes = quantize(arg2); }
END { printa("writes %@d\n", @writes); printa("%@d\n", @sizes); }
END

trace() # HOST NAME COUNT
{
	nsenter --net=/run/netns/host$1 "$DTRACE" -q --serve 0.0.0.0:9435 -x serveplain -o $2.out \
		-c "python3 work.py $3 $2" -s count.d 2>$2.err &
	tracers[$1]=$!
}
finish() # HOST NAME
{
	touch $2.leave
	wait ${tracers[$1]} && [ ! -s $2.err ] || { cat $2.err; exit 1; }
}
await() # FILE
{
	until [ -e "$1" ]; do sleep 0.1; kill -0 ${tracers[@]} || { cat ./*.err; exit 1; }; done
}
lint() # HOST, whose first snapshot may take longer than a scrape waits
{
	until curl -sf -o page http://10.99.$1.2:9435/metrics; do kill -0 ${tracers[$1]} || { cat ./*.err; exit 1; }; done
	promtool check metrics <page || exit 1
}

cat >prometheus.yml <<'END'
global: {scrape_interval: 1s, scrape_timeout: 1s}
scrape_configs: [{job_name: dtrace, static_configs: [{targets: ['10.99.1.2:9435', '10.99.2.2:9435']}]}]
END
servers=
trap 'touch first.leave second.leave third.leave; kill $servers ${tracers[@]} 2>/dev/null; wait' EXIT
touch first.leave # it ends with its last write, between two scrapes
trace 1 first 200000
trace 2 second 300000
lint 1
lint 2
prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=127.0.0.1:9090 2>prometheus.log &
servers=$!
victoria-metrics -promscrape.config=prometheus.yml -storageDataPath=vm -httpListenAddr=127.0.0.1:8428 -search.latencyOffset=0s \
	2>victoria.log &
servers+=" $!"
finish 1 first
sleep 3 # scrapes, here and below
trace 1 third 100000
await third.done
await second.done
sleep 3
lint 1
lint 2

cat >check.py <<'END'
import json, urllib.parse, urllib.request
WORK = {"first": 200000, "third": 100000, "second": 300000}
HOSTS = "10.99.1.2:9435", "10.99.2.2:9435"
QUANTILES = {0.5: (63, 127), 0.8: (511, 1023), 0.99: (4095, 8191)}

def query(url, text):
    with urllib.request.urlopen(f"{url}/api/v1/query?" + urllib.parse.urlencode({"query": text})) as answer:
        return json.load(answer)["data"]["result"]

def samples(url, name):
    """The raw samples of each host, without the NaN by which VictoriaMetrics marks the end of a series."""
    return {r["metric"]["instance"]: [(t, float(v)) for t, v in r["values"] if v != "NaN"]
            for r in query(url, name + "[10m]")}

def increases(values):
    """Additions from 0, which also follows a fall."""
    return sum(b - a if b >= a else b for a, b in zip([0] + values, values))

def main():
    good = True
    def check(what, got, expected):
        nonlocal good
        good &= got == expected
        print(f"{what}: {got}" + ("" if got == expected else f", expected {expected}"))
    for url in "http://127.0.0.1:9090", "http://127.0.0.1:8428":
        print("---", "prometheus" if url.endswith("9090") else "victoria-metrics")
        writes, up = samples(url, "dtrace_writes_total"), samples(url, "up")
        took = samples(url, "scrape_duration_seconds")
        check("sum of the last raw samples", sum(v[-1][1] for v in writes.values()), WORK["third"] + WORK["second"])
        values = [v for _, v in writes[HOSTS[0]]]
        falls = [i for i in range(1, len(values)) if values[i] < values[i - 1]]
        check("restarts seen", len(falls), 1)
        lost = WORK["first"] - values[falls[0] - 1]
        check(f"work between the last scrape and the restart is {lost:.0f}, at most 3 seconds of it", 0 <= lost <= 30000, True)
        check("increases of raw samples", sum(increases([v for _, v in s]) for s in writes.values()),
              sum(WORK.values()) - lost)
        check("up at the end", [up[h][-1][1] for h in HOSTS], [1, 1])
        check("failed scrapes of the host without a restart", sum(v == 0 for _, v in up[HOSTS[1]]), 0)
        failed = [t for t, v in up[HOSTS[0]] if v == 0]
        before, after = (writes[HOSTS[0]][falls[0] + i][0] for i in (-1, 0))
        check("failed scrapes outside the restart", sum(not before < t < after for t in failed), 0)
        times = [v for s in took.values() for _, v in s]
        print(f"scrapes {len(times)}, failed in the restart {len(failed)}, "
              f"mean {1000 * sum(times) / len(times):.1f} ms, longest {1000 * max(times):.1f} ms")
        for q, (low, high) in QUANTILES.items():
            result = query(url, f"histogram_quantile({q}, sum by (le) (dtrace_sizes_bytes_bucket))")
            value = float(result[0]["value"][1])
            check(f"quantile {q} is {value:.1f}, in the bucket {low} to {high}", low <= value <= high, True)
    raise SystemExit(not good)

main()
END
python3 check.py
status=$?
finish 1 third
finish 2 second
for run in "first 200000" "second 300000" "third 100000"; do
	set -- $run
	printed=$(awk '$1 == "writes" { print $2 } /\|/ && $NF { print $1 ":" $NF }' $1.out | tr '\n' ' ')
	echo "$1 printed $printed"
	[ "$printed" = "$2 64:$(($2 / 20 * 14)) 512:$(($2 / 4)) 4096:$(($2 / 20)) " ] || status=1
done
exit $status
