# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/kernelstructs.d -c "act ppid" | squeeze
