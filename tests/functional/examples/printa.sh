# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/printa.d -c "act umask:1*9 setgid:-1*4 read:1*2" | grep -E 'umask|setgid|sort|most' | squeeze
