# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/registers.d outer -c "act call:42" | squeeze
