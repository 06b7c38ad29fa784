# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/tempfiles.d -c "act create:/tmp/tempfiles-1 open:/tmp/tempfiles-1*2 create:/var/tmp/tempfiles-2 open:/var/tmp/absent" | rows act
rm -f /tmp/tempfiles-1 /var/tmp/tempfiles-2
