# SPDX-License-Identifier: BSD-2-Clause
# A link that replaces FILE of -O prom=FILE during the run is replaced by the next text, and not followed.
cd "$TMPDIR" || exit 1
echo untouched >other
cat >work <<'END'
#!/bin/bash
until [ -s file ]; do :; done
ln -s other link
mv link file
until [ ! -L file ] || [ "$(cat other)" != untouched ]; do :; done
cat other
END
chmod +x work
"$DTRACE" -q -x aggrate=20ms -O prom=file -c ./work -n 'BEGIN { @ = count(); } END { trace("end"); }'
[ -L file ] || [ -e file ] || echo removed
# output:
# untouched
# end
#                 1
# removed
