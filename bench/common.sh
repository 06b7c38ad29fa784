# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2034
#
# Shared by the scripts of this folder, which source it with the build directory as $1.
set -u
build=$(realpath "${1:-build}")
rounds=${ROUNDS:-5}
dtrace=$build/dtrace
bpftrace=$(command -v bpftrace)
work=$(mktemp -d)
mounted=
trap 'rm -rf "$work"; [ -z "$mounted" ] || umount "$mounted"' EXIT

# bpftrace finds its probes in tracefs, which is not mounted on every machine.
if [ -n "$bpftrace" ] && [ ! -e /sys/kernel/tracing/events ]; then
	mount -t tracefs tracefs /sys/kernel/tracing && mounted=/sys/kernel/tracing
fi

# Builds the programs that a script runs, except in a guest, where the directory is read-only and already built.
build_benches() { # NAME…
	[ ! -w "$build" ] || ninja -C "$build" "${@/#/bench/bench-}" >/dev/null || exit 1
}

# Writes the workload's results for this command, $work/cost, into a file of the variant.
measure() { # FILE COMMAND…
	local file=$work/$1
	shift
	rm -f "$work/cost"
	"$@" >"$work/out" 2>"$work/error" || { echo "failed: $*" >&2; head -3 "$work/error" >&2; }
	[ -s "$work/cost" ] && cat "$work/cost" >>"$file"
}

median() { # FILE
	[ -s "$1" ] || { echo -; return; }
	sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# A row of bench/report: the costs of the workload alone, with an empty program (-: not measured), with dtrace and with the
# peer; of bench/peers: alone, with dtrace and with each peer; of bench/scale: the number, ns, ms and KB.
row_of_report() { # NAME BARE EMPTY OURS PEER
	[ -z "${REPORT:-}" ] || (IFS=$'\t' && echo "$*" >>"$REPORT")
}
