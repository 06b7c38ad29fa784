# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/pathopens.d -c "act create:popular open:popular*7 create:lonely open:absent*9" | grep -E 'popular|lonely|absent' | squeeze
