# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/callers.d inner -c "act call:1*4 climb:7" | squeeze
