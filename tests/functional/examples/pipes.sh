# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/pipes.d -c "act pingpong:100 create:f write:50 pipe write:800" | squeeze
