# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/onstack.d 20 "act forever" | squeeze | grep -oE 'act`(burn|do_forever|main)' | sort -u
