# SPDX-License-Identifier: BSD-2-Clause
# 60 readers that take nothing of a page of 420,000 series block only their own connections, share its memory, and are closed after 10 s.
# Meanwhile other scrapes get the whole page, and the tracing loses nothing.
[ -z "${DT_GUEST-}" ] || { echo 'an emulated scrape takes longer than the 10 s of the deaf readers'; exit 77; }
address=127.0.0.1:19478
cd "$TMPDIR" || exit 1
cat >clients.py <<'END'
import http.client, socket, sys, time

def connect():
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    s.connect(("127.0.0.1", 19478))
    s.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return s

def connections():
    """Counts the server's ends of these connections that are open."""
    with open("/proc/net/tcp") as f:
        words = [line.split() for line in f.readlines()[1:]]
    ours = {f"0100007F:{s.getsockname()[1]:04X}" for s in deaf}
    return sum(w[1].endswith(f":{19478:04X}") and w[2] in ours and w[3] == "01" for w in words)

def scrape():
    c = http.client.HTTPConnection("127.0.0.1", 19478, timeout=60)
    c.request("GET", "/metrics")
    body = c.getresponse().read()
    c.close()
    return body.count(b"\ndtrace_s_bucket{")

start = time.monotonic()
deaf = [connect() for _ in range(60)]
print("a whole page for another:", scrape() == 420000, "beside", connections())
print("and again:", all(scrape() == 420000 for _ in range(4)))
while connections():
    time.sleep(0.1)
print("closed after 10 s:", time.monotonic() - start > 9)
received = 0
try:
    while data := deaf[0].recv(1 << 20):
        received += len(data)
except ConnectionResetError:  # how some kernels end it
    pass
print("a whole page for them:", received > 8000000)
END
cat >work.py <<'END'
import os
for i in range(1, 10001):
    try:
        os.getpgid(i)
    except OSError:
        pass
open("ready", "w").close()
os.execv("./work", ["work"])
END
printf '#!/bin/bash\nuntil [ -e stop ]; do getppids 1 5000; echo >>rounds; done\n' >work
chmod +x work
cat >program.d <<'END'
#pragma D metric @s limit=10000
syscall::getpgid:entry /pid == $target/ { @s[arg0] = quantize(arg0); }
syscall::getppid:entry /ppid == $target/ { @calls = count(); }
END { printa("%@d", @calls); trunc(@s); trunc(@calls); }
END
"$DTRACE" -q --serve "$address" -s program.d -c "python3 work.py" >out 2>err &
until [ -e ready ] && curl -sf -o page "http://$address/metrics"; do kill -0 $! || { cat err; exit 1; }; done
python3 clients.py
touch stop
wait
cat err
[ "$(cat out)" = $(($(wc -l <rounds) * 5000)) ] && echo "all counted" || { cat out; wc -l rounds; }
# output:
# a whole page for another: True beside 60
# and again: True
# closed after 10 s: True
# a whole page for them: False
# all counted
