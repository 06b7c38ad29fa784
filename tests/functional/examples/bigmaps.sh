# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/bigmaps.d 50 -c "act touch:1000 touch:16384" | grep MB
