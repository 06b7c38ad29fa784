# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/intr.d -c "act sleep:1000" | head -1 | squeeze
# output:
# DEVICE COUNT ns
