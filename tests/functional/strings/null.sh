# SPDX-License-Identifier: BSD-2-Clause
#
# Strings that are not there.
"$DTRACE" -q -s _null.d 2> /dev/null
