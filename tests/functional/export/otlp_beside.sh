# SPDX-License-Identifier: BSD-2-Clause
# -O otlp beside --serve and -O prom: scrapes and files push nothing. Here the only push is the last one.
. ./_receive.sh
address=127.0.0.1:19476
cd "$TMPDIR" || exit 1
printf '#!/bin/bash\nuntil [ -e stop ]; do getppids 1 5; done\n' >work
chmod +x work
receive 200
"$DTRACE" -q -O otlp="$url" -O prom=file -x aggrate=20ms --serve "$address" -c ./work -n '
	syscall::getppid:entry /ppid == $target/ { @calls = count(); }' >out 2>err &
touch seen
for scrape in 1 2 3; do
	until curl -sf "http://$address/metrics" | grep calls_total >page; ! cmp -s page seen; do kill -0 $! || exit 1; done
	mv page seen
done
until [ -s file ]; do kill -0 $! || exit 1; done
touch stop
wait $!
received_all
cat err
cut -d' ' -f1,2 "$received/log"
# output:
# 200 /v1/metrics
