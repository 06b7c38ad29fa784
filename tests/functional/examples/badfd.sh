# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/badfd.d -c "act read:10*4 write:1*2 sync" | rows act
