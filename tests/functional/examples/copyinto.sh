# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/copyinto.d -c "act create:x say:first-and-last" | squeeze
