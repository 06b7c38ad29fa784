# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/reply.d -c "act umask:7 umask:022" 2> /dev/null | squeeze
run howto/reply.d -c "act umask:077" 2> /dev/null | squeeze
