# SPDX-License-Identifier: BSD-2-Clause
# A file that does not end: the preprocessor has a limit of memory, which its children inherit.
printf '#include "/dev/zero"\nBEGIN { exit(0); }\n' > "$TMPDIR/endless.d"
"$DTRACE" -C -qs "$TMPDIR/endless.d" 2>&1 | grep -c 'failed to preprocess script'
# output:
# 1
