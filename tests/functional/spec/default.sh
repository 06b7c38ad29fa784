# SPDX-License-Identifier: BSD-2-Clause
#
# A clause that only speculates records its probe; a clause that only commits or discards prints no
# line.
"$DTRACE" -s _default.d 2> /dev/null | awk 'NF { print $NF }'
# output:
# FUNCTION:NAME
# :BEGIN
# :BEGIN
# :END
