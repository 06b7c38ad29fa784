# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/hotkernel.d -c "act file:/dev/zero read:1000000*400" | grep -cE 'vmlinux`.*[1-9]$' | sed 's/^[1-9][0-9]*$/some/'
