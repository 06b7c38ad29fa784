# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/smallhistograms.d -c "act create:x write:8*2 write:64*4 write:512" | grep write | squeeze
