# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/ipis.d -c "act cpu:0 cpu:1 cpu:0" | head -1 | squeeze
