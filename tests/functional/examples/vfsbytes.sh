# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
needs_fbt
run kernel/vfsbytes.d -c "act create:written write:100*3 create:data write:1000 seek:0 read:50*2" | rows written data
