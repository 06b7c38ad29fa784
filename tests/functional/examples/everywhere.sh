# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/everywhere.d -c ./runtime | squeeze | mask 1
