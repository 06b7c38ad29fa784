# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/faults.d 2> /dev/null | squeeze
