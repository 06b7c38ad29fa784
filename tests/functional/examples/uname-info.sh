# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/uname-info.d -c "act uname" | rows act
