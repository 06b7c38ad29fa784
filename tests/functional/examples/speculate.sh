# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/speculate.d -c "act create:good open:bad open:good open:worse" | grep -E 'good|bad|worse' | squeeze
# output:
# openat "bad" failed: errno 2
# openat "worse" failed: errno 2
