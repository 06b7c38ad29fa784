# SPDX-License-Identifier: BSD-2-Clause
. ./_argv.sh
compare argv
# output:
# one
