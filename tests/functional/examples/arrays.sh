# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/arrays.d -c "act umask:1*5 ppid*8" | squeeze
