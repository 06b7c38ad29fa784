# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/unlinks.d -c "act create:doomed unlink:doomed*2" | grep act | sed 's/\[[0-9]*\]//'
