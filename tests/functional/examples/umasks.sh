# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/umasks.d -c "act umask:022 umask:077 umask:0" | grep ^act | tail -2
