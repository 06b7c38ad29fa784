# SPDX-License-Identifier: BSD-2-Clause
#
# What is written to scratch memory, and the faults of what is not.
"$DTRACE" -q -s _bcopy.d 2> /dev/null
