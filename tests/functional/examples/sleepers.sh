# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/sleepers.d -c "act sleep:100*3 sleep:250" | rows act
