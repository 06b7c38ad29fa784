# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/suffixes.d -c "act create:a.txt open:a.txt*2 open:b.tar.gz*5 open:README*2 open:.profile" | rows act | grep -v '\.[0-9c]'
