# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/macroargs.d | squeeze
run howto/macroargs.d 7 seven | squeeze
run howto/macroargs.d 0x10 '"in words"' | squeeze
