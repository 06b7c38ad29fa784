# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/hotlib.d 10 "act forever" | grep -cE '^act|^all'
