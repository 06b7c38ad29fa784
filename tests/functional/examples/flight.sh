# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/flight.d -c "act cpu:0 umask:1 umask:2 umask:3 ppid*100" | squeeze
