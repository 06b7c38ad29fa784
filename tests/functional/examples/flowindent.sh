# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/flowindent.d -c "act umask:7 sleep:50000" 2> /dev/null | sed -E 's/^ +[0-9]+/CPU/; s/ +$//; s/ {3,}/   /' | grep -v '^$'
