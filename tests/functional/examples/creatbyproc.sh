# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/creatbyproc.d -c "act create:first create:second open:first create:no/such/place" | rows act
