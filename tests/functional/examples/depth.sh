# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/depth.d climb -c "act climb:5 climb:12 climb:3" | squeeze
