# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/shortlived.d -c "act as:mayfly fork*9 outlive:5 exec:/bin/true*4" | rows mayfly | mask 3 | head -1
# output:
# mayfly 10 -
