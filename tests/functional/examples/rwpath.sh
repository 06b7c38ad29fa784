# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/rwpath.d -c "act create:written write:1000*3 file:/dev/zero read:4096" | rows act |
	grep -E 'written|zero' | sed "s|$(realpath .)|HERE|"
