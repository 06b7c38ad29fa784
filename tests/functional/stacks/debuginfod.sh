# SPDX-License-Identifier: BSD-2-Clause
# -x debuginfod: names and lines of a stripped program come from a server; a silent server costs
# debuginfodtime, and no record.
ip link set lo up 2>/dev/null # guests
program=$TMPDIR/stripped
strip "$WORKLOAD" -o "$program"
id=$(readelf -n "$WORKLOAD" | sed -n 's/.*Build ID: //p')
mkdir -p "$TMPDIR/www/buildid/$id"
objcopy --only-keep-debug "$WORKLOAD" "$TMPDIR/www/buildid/$id/debuginfo"
python3 "$SRCDIR/_server.py" "$TMPDIR/www" "$TMPDIR/port" &
server=$!
trap 'kill $server' EXIT
until [ -f "$TMPDIR/port" ]; do sleep 0.05; done
export DEBUGINFOD_URLS=http://127.0.0.1:$(cat "$TMPDIR/port") DEBUGINFOD_CACHE_PATH=$TMPDIR/cache
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY

names() # OPTION...
{
	"$DTRACE" -q "$@" -n 'syscall::getppid:entry /pid == $target/ { @[ustack(2)] = count(); }' -c "$program" |
		sed -n '/stripped`/s/^ *//p' | sed -E 's/\+0x[0-9a-f]+//; s/0x[0-9a-f]+/ADDRESS/'
}

echo "--- nobody is asked"
names
[ -f "$TMPDIR/port.log" ] || echo "no request"
echo "--- a server"
names -x debuginfod -x debuginfodtime=60s
names -x debuginfod -x debuginfodtime=60s -x stacklines
sort -u "$TMPDIR/port.log" | grep -c "/buildid/$id/debuginfo"
echo "--- silence"
export DEBUGINFOD_CACHE_PATH=$TMPDIR/cache2 DEBUGINFOD_URLS=$DEBUGINFOD_URLS/silent
"$DTRACE" -q -x debuginfod -x debuginfodtime=300ms -c "$program" \
	-n 'syscall::getppid:entry /pid == $target/ { ustack(2); }' >"$TMPDIR/out"
grep -c 'stripped`0x' "$TMPDIR/out"
echo "--- no server"
DEBUGINFOD_URLS= "$DTRACE" -q -x debuginfod -n 'BEGIN { ustack(); exit(0); }' 2>&1
echo "status $?"
# output:
# --- nobody is asked
# stripped`ADDRESS
# no request
# --- a server
# stripped`secret
# stripped`secret at debuginfod.c:6
# 1
# --- silence
# 200
# --- no server
# dtrace: debuginfod: DEBUGINFOD_URLS names no server
# status 1
