# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/limits.d -c "act limit:100 limit:64" | rows act
