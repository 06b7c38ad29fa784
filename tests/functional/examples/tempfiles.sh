# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/tempfiles.d -c "act open:/tmp/absent-1*3 open:/var/tmp/absent-2 open:/etc/tmp/absent-3" | rows act
