# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/offsetwalk.d -c "act create:walked write:5000 seek:0 read:100*3 seek:4000 read:10" | squeeze
