# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/openfail.d -c "act create:plain open:missing*3 open:plain/below*2 open:plain" | rows act | grep -v -e /lib -e /etc/ld.so
# output:
# act not a directory plain/below 2
# act no such file missing 3
