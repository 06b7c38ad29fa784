# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/runtime.d -c "act spin:20 sleep:2000" | sed -E 's/[0-9]+/N/g' | squeeze
