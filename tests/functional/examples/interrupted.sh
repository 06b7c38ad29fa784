# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/interrupted.d -c "act pause*5" | rows act
