# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/pyflow.d -c ./runtime | head -6
