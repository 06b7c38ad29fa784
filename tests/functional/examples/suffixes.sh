# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/suffixes.d -c "act create:a.txt open:a.txt*2 create:b.tar.gz open:b.tar.gz*4 create:README open:README open:c.txt create:.profile" | rows act | grep -v '\.[0-9c]'
