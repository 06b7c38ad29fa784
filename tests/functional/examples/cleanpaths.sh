# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/cleanpaths.d -c "act open:/usr/./lib/../share//doc open:/usr/share/doc open:/a/../b" | rows act
