# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/switches.d do_sleep -c "act sleep:500*8" | squeeze | awk '{ print $1, $2, ($(NF - 1) >= 1 ? "some" : $0) }'
