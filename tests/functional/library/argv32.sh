# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
. ./_argv.sh
compare argv.32
# output:
# one
