# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/offsets.d -c "act file:/dev/zero pread:0*4 pread:4096 pread:20480*2 pread:1000000" | squeeze
