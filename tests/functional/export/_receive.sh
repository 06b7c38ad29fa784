# SPDX-License-Identifier: BSD-2-Clause
# Starts a receiver (_receiver.py).
#
#	receive ANSWER...	starts one; its URL is $url, what it received is in $received
#	received_all		stops it

received=$TMPDIR/received
receive()
{
	rm -rf "$received"
	mkdir "$received"
	python3 "$SRCDIR/_receiver.py" "$received" "$@" &
	receiver=$!
	until [ -e "$received/port" ]; do
		kill -0 $receiver || exit 1
		sleep 0.05
	done
	url=http://127.0.0.1:$(cat "$received/port")
}

received_all()
{
	kill $receiver
	wait $receiver 2>/dev/null
}
