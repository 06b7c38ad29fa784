# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/tracemem.d -c "act create:x say:Sixteen-bytes-of" | squeeze
