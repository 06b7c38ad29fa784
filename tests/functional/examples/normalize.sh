# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/normalize.d -c "act file:/dev/null write:1048576*5" | squeeze
