# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Records wait for a receiver that answers 503. When the queue is full, later ones are counted: those that arrive and those
# that are lost are all.
SRCDIR=$SRCDIR/../../functional/export
. "$SRCDIR/_receive.sh"
receive 503 503 200
export OTEL_EXPORTER_OTLP_TIMEOUT=60000
"$DTRACE" -q -b 64m -x strsize=8k -O otlp="$url" -c 'dd if=/dev/zero of=/dev/null bs=1 count=12000 status=none' -n '
	BEGIN { s = "x"; s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s);
		s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); s = strjoin(s, s); }
	syscall::write:entry /pid == $target/ { trace(s); @ = count(); }' 2>"$TMPDIR/errors"
received_all
arrived=$(python3 "$SRCDIR/_logs.py" - "$received"/*.logs | grep -c '^INFO')
lost=$(sed -n 's/.*logs: lost \([0-9]*\) log records.*/\1/p' "$TMPDIR/errors")
dropped=$(sed -n 's/^dtrace: \([0-9]*\) drops.*/\1/p' "$TMPDIR/errors" | awk '{ n += $1 } END { print n + 0 }')
sed "s|$url|URL|" "$TMPDIR/errors"
echo "arrived $arrived, lost ${lost:-0}, dropped by the kernel $dropped"
[ $((arrived + ${lost:-0} + dropped)) = 12000 ] || exit 1
