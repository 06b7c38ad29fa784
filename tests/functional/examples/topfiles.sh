# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/topfiles.d 3 -c "act create:big write:1000000*30 writev:1000 pwrite:0" | grep /big | sed "s|$(realpath .)|HERE|" | squeeze
# output:
# 30001512 HERE/big
