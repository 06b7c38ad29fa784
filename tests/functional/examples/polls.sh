# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/polls.d -c "act poll:0*8 poll:1*2 poll:200" | rows act
