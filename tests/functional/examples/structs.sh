# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/structs.d -c "act order:7 order:8" | squeeze
