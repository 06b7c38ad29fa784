# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/mmaps.d -c "act touch:77 touch:500" | grep -E '^ *(315392|2048000) ' | squeeze
