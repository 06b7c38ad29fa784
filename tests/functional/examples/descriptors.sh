# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/descriptors.d -c "act file:/dev/zero read:700 read:300 close read:5 create:empty read:9" | grep -v '/lib\|/etc' | squeeze
