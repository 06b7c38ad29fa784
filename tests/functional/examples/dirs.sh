# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/dirs.d -c "act mkdir:sub create:here create:sub/a open:sub/a*4 open:sub/b*3 open:here*2" | rows act | grep -v /
