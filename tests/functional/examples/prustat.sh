# SPDX-License-Identifier: BSD-2-Clause
# All sent data are received: both count. The program's own clock gives the processor time.
. ./_run.sh
run process/prustat.d 1000 1 -c "act as:talker port:7760 tcp:1000000 more:200 sleep:900000*3" > all
rows talker < all | awk '{ cpu += $3; socket += $5 } END { print (cpu >= 100 ? "has run" : cpu), socket " KB" }'
[ "$(grep -cE '^[0-9]{4} [A-Z]' all)" -ge 2 ] && echo "intervals"
# output:
# has run 1953 KB
# intervals
