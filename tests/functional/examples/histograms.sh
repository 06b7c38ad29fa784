# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/histograms.d -c "act file:/dev/null write:3*2 write:30*4 write:60 write:700" | squeeze | grep -v ' 0$'
