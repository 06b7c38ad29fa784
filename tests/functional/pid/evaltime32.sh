# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
. ./_evaltime.sh
stripped start_32.32
# output:
