# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/icmpsnoop.d -c "twohosts ping:4 closed:6" | rows 'echo|unreachable'
