# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/flow.d '[oim][uni][tnd]*' -c "act call:5" 2> /dev/null | sed -E 's/^ +[0-9]+/CPU/' | sed 's/ *$//' | grep -v '^$'
