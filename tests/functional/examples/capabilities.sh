# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/capabilities.d -c "act exec:/bin/true*2" | rows true
# output:
# true 0 privileged 2
