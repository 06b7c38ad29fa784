# SPDX-License-Identifier: BSD-2-Clause
#
# A text in which there is only a pragma or a comment is not "every probe".
for text in '#' '#pragma D option quiet' '/* nothing */'; do
	"$DTRACE" -en "$text" 2>&1 | head -1
done
"$DTRACE" -q -x empty -n '#pragma D option quiet' -n 'BEGIN { printf("empty\n"); exit(0); }'
"$DTRACE" -ln '' | sed -n 1p
