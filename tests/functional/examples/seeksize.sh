# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/seeksize.d -c "act create:data pwrite:0 pwrite:512 pwrite:1024 pwrite:8192 pwrite:0" | awk '/bytes:/ { mine = /pwrite64/ } /longest/ { mine = 1 } mine' | squeeze | grep -v ' 0$'
