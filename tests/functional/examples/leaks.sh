# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/leaks.d -c "act malloc:555*4 leak:777*3 leak:888" | squeeze | grep -E '^(555|777|888) '
