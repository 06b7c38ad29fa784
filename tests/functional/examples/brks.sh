# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/brks.d -c "act brk:65536 brk:-4096" | squeeze | tail -2
