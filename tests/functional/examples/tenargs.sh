# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/tenargs.d ten -c "act ten:10 ten:-5" | squeeze
