# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/pywho.d price -c ./runtime | squeeze
run runtimes/pywho.d order -c ./runtime | squeeze
