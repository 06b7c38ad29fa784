# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/setuids.d -c "act setgid:1234 setuid:1000 setuid:0" | rows act | cut -d' ' -f5- | mask 2
# output:
# act - setgid 0 1234 0
# act - setuid 0 1000 0
# act - setuid 1000 0 1
