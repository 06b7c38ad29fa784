# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/truncate.d -c "act umask:1*4 ppid*3 yield*2 setgid:0" | squeeze
