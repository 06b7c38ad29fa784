# SPDX-License-Identifier: BSD-2-Clause
#
# A text in which there is only a pragma or a comment is not "every probe".
for text in '#' '#pragma D option quiet' '/* nothing */'; do
	"$DTRACE" -en "$text" 2>&1 | head -1
done
"$DTRACE" -q -x empty -n '#pragma D option quiet' -n 'BEGIN { printf("empty\n"); exit(0); }'
"$DTRACE" -ln '' | sed -n 1p
# output:
# dtrace: invalid probe specifier #: empty D program translation unit
# dtrace: invalid probe specifier #pragma D option quiet: empty D program translation unit
# dtrace: invalid probe specifier /* nothing */: empty D program translation unit
# empty
#
#    ID   PROVIDER            MODULE                          FUNCTION NAME
