# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/threadlocal.d -c "act as:root ppid*2 thread:one thread:two thread:one" | squeeze
