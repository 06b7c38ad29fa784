# SPDX-License-Identifier: BSD-2-Clause
# A buffer that is read at the end alone gets no advice to read it more often. The second record fills it.
"$DTRACE" -q -x bufpolicy=fill -b 4k -x strsize=4039 -n 'BEGIN { text = "full"; trace(text); }
	BEGIN { trace(text); } BEGIN { exit(0); }' 2>&1 > /dev/null | sed 's/CPU [0-9]*/CPU N/; s/[0-9]* drops*/N drops/'
# output:
# dtrace: N drops on CPU N: -b 16m enlarges the buffer, an aggregation needs none
