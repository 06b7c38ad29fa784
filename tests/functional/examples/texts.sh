# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/texts.d | squeeze
