# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/identity.d -c "act ppid" | squeeze
run howto/identity.d -c "act thread:helper" | head -1 | squeeze
