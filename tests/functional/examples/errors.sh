# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/errors.d -c "act read:1*2 setgid:-1" | grep '^act' | sed 's/.*setgid:-1 //' | grep -v access
