# SPDX-License-Identifier: BSD-2-Clause
# 10,000 connections and slow readers do not disturb the tracing: all work is counted, and scrapes are answered.
address=127.0.0.1:19474
cd "$TMPDIR" || exit 1
cat >clients.py <<'END'
import socket, sys
host, port = sys.argv[1].split(":")

def connect(request):
    s = socket.create_connection((host, port), timeout=60)
    s.sendall(request)
    return s

REQUEST = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
slow = [connect(REQUEST) for _ in range(20)]  # without the end of the headers
deaf = [connect(REQUEST + b"\r\n") for _ in range(20)]  # the answers are not read
answers = 0
for i in range(10000):
    s = connect(REQUEST + b"\r\n" if i % 10 == 0 else b"")
    if i % 10 == 0:
        answers += s.recv(12) == b"HTTP/1.1 200"
    s.close()
print("answers", answers)
END
printf '#!/bin/bash\nuntil [ -e stop ]; do getppids 1 5000; echo >>rounds; done\n' >work
chmod +x work
"$DTRACE" -q --serve "$address" -c ./work -n '
	syscall::getppid:entry /ppid == $target/ { @calls = count(); } END { printa("%@d", @calls); }' >out 2>err &
until curl -sf -o page "http://$address/metrics"; do kill -0 $! || { cat err; exit 1; }; done
python3 clients.py "$address"
touch stop
wait
cat err
[ "$(cat out)" = $(($(wc -l <rounds) * 5000)) ] && echo "all counted" || { cat out; wc -l rounds; }
# output:
# answers 1000
# all counted
