# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/inlines.d -c "act touch:77" | squeeze
