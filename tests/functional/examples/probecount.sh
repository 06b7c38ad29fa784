# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/probecount.d python -c ./runtime | squeeze
