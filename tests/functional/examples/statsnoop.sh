# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/statsnoop.d -c "act stat:/ stat:nobody-is-here*2" | rows act | mask 2 | grep -E '/$|nobody'
