# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
cat > talk <<'END'
#!/bin/sh
/bin/echo one
/bin/echo two words >&2
END
chmod +x talk
run io/shellsnoop.d -c ./talk 2>&1 | grep echo
# output:
# echo(out) one
# echo(out) two words
