# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/minfbyproc.d -c "act as:toucher touch:5000" | rows toucher | awk '{ print $1, ($2 >= 5000 && $2 < 5500 ? "5000 and a few" : $2) }'
