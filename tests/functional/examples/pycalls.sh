# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/pycalls.d -c ./runtime | squeeze
