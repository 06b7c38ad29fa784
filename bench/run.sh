#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The benchmark: what a firing costs, what starting and stopping cost, side by side in one run.
#
#	bench/run.sh [BUILD_DIR]	ROUNDS=5 by default
#
# Every figure is the median of interleaved rounds: each round measures every variant once, so that
# what disturbs the machine disturbs all of them. A firing's cost is what it adds to a getppid() call
# (bench/calls.c). bpftrace is compared with if it is installed. Figures depend on the machine; the
# ratios are what to look at. Nothing here passes or fails.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
rounds=${ROUNDS:-5}
dtrace=$build/dtrace
ninja -C "$build" bench/bench-calls bench/bench-empty bench/bench-spawn >/dev/null || exit 1
bench=$build/bench/bench
calls="$bench-calls 101 5000"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# name | D program | bpftrace program
variants() {
	cat <<-'END'
	@ = count()|syscall:::entry { @ = count(); }|rawtracepoint:sys_enter { @ = count(); }
	@[execname] = count()|syscall:::entry { @[execname] = count(); }|rawtracepoint:sys_enter { @[comm] = count(); }
	@[pid, probefunc]|syscall:::entry { @[pid, probefunc] = count(); }|rawtracepoint:sys_enter { @[pid, arg1] = count(); }
	@ = quantize(arg2)|syscall:::entry { @ = quantize(arg2); }|tracepoint:raw_syscalls:sys_enter { @ = hist(args->args[2]); }
	one call, count()|syscall:x64:getppid:entry { @ = count(); }|tracepoint:syscalls:sys_enter_getppid { @ = count(); }
	default action|syscall:::entry|
	printf, 3 values|syscall:::entry { printf("%d %s %d\n", pid, execname, arg2); }|tracepoint:raw_syscalls:sys_enter { printf("%d %s %d\n", pid, comm, args->args[2]); }
	END
}

# What the command's last line says, into a file of the variant.
measure() { # FILE COMMAND…
	local file=$work/$1
	shift
	rm -f "$work/cost"
	"$@" >/dev/null 2>"$work/error" || { echo "failed: $*" >&2; head -3 "$work/error" >&2; }
	[ -s "$work/cost" ] && cat "$work/cost" >>"$file"
}

median() { # FILE
	[ -s "$1" ] || { echo -; return; }
	sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# The tracers start the workload themselves, after everything is attached.
printf '#!/bin/sh\nexec %s >%s\n' "$calls" "$work/cost" >"$work/workload"
chmod +x "$work/workload"
bpftrace=$(command -v bpftrace)

for round in $(seq "$rounds"); do
	printf '\rround %d of %d' "$round" "$rounds" >&2
	measure bare "$work/workload"
	measure empty "$bench-empty" "$work/workload"
	n=0
	while IFS='|' read -r name d bt; do
		n=$((n + 1))
		measure "d$n" "$dtrace" -q -x switchrate=10ms -n "$d" -c "$work/workload"
		[ -n "$bpftrace" ] && [ -n "$bt" ] &&
			measure "b$n" "$bpftrace" -c "$work/workload" -e "$bt"
	done < <(variants)
done
printf '\r                    \r' >&2

bare=$(median "$work/bare")
empty=$(median "$work/empty")
row() { # NAME OURS PEER
	awk -v name="$1" -v d="$2" -v b="$3" -v bare="$bare" -v empty="$empty" 'BEGIN {
		floor = empty - bare
		printf "%-24s", name
		if (d == "-") printf "%10s%10s", "-", "-"
		else printf "%10.1f%10.2f", d - bare, d / empty
		if (b == "-") printf "%12s%10s\n", "-", "-"
		else printf "%12.1f%10s\n", b - bare, d == "-" ? "-" : sprintf("%.2f", (d - bare) / (b - bare))
	}'
}
echo "A getppid() call: $bare ns; with an empty BPF program on sys_enter: $empty ns."
echo "Added ns per call; the call's cost against that with the empty program; against bpftrace."
printf '%-24s%10s%10s%12s%10s\n' "" "dtrace" "/ empty" "bpftrace" "ratio"
n=0
while IFS='|' read -r name d bt; do
	n=$((n + 1))
	row "$name" "$(median "$work/d$n")" "$(median "$work/b$n")"
done < <(variants)

echo
printf '%-24s%10s%10s\n' "" "ms" "RSS KB"
compare() { # NAME SPAWN_OPTIONS COMMAND…
	local name=$1 options=$2
	shift 2
	# shellcheck disable=SC2086,SC2046,SC2183
	printf '%-24s%10s%10s\n' "$name" $("$bench-spawn" $options "$@")
}
compare "start: dtrace" "-n 11" "$dtrace" -n 'BEGIN { exit(0); }'
[ -n "$bpftrace" ] && compare "start: bpftrace" "-n 3" "$bpftrace" -e 'BEGIN { exit(); }'
compare "^C, all calls: dtrace" "-i 2" "$dtrace" -n 'syscall::: { @[probefunc] = count(); }'
if [ -n "$bpftrace" ] && [ -n "${STOP_BPFTRACE:-}" ]; then # half a minute
	compare "^C, all calls: bpftrace" "-i 20" env BPFTRACE_MAX_PROBES=2000 "$bpftrace" \
		-e 'tracepoint:syscalls:sys_* { @[probe] = count(); }'
fi
