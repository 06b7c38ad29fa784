# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit
. ./_argv.sh
compare argv.32
