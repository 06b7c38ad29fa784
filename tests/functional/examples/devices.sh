# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/devices.d -c "act file:/dev/zero sync file:/dev/null sync" | squeeze
