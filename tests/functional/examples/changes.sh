# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/changes.d -c "act create:draft open:draft create:no/such/place mkdir:here mkdir:here chmod:draft chmod:none \
	rename:draft rename:draft unlink:draft.new*2" | rows act | mask 2 | old_names
run files/changes.d -c "ln -s there link" | rows ln | mask 2
# output:
# act - openat 0 draft
# act - openat ENOENT no/such/place
# act - mkdir 0 here
# act - mkdir EEXIST here
# act - chmod 0 draft 0600
# act - chmod ENOENT none 0600
# act - rename 0 draft -> draft.new
# act - rename ENOENT draft -> draft.new
# act - unlink 0 draft.new
# act - unlink ENOENT draft.new
# ln - symlinkat 0 there -> link
