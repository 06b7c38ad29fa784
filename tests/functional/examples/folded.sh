# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/folded.d 40 "act forever" -O folded | awk '/main;.*burn [0-9]+$/ { n = 1 } END { print n ? "main calls burn" : "no" }'
