# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/ustacks.d inner -c "act call:1*2" | squeeze | sed 's/+0x[0-9a-f]*//'
