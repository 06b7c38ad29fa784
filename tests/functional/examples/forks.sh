# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/forks.d -c "act as:maker fork*5 thread:t*3" | rows maker
