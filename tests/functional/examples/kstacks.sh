# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/kstacks.d -c "act sleep:300*5" | squeeze | sed 's/+0x.*//' | grep -cE 'vmlinux`.*nanosleep' | sed 's/^[1-9][0-9]*$/sleeps/'
