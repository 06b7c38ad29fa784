# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/changes.d -c "act create:draft open:draft create:no/such/place mkdir:here mkdir:here chmod:draft chmod:none \
	rename:draft rename:draft unlink:draft.new*2" | rows act | mask 2
run files/changes.d -c "ln -s there link" | rows ln | mask 2
