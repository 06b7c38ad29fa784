# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/arguments.d middle -c "act call:1 call:20 call:-3" | squeeze
