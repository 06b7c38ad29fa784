# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
printf 'first line\n\tsecond\n' > text
run io/writesnoop.d -c "act create:x say:hello say:'a\\b' say:good-bye" | squeeze
