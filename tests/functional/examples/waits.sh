# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/waits.d -c "act as:patient fork*6" | rows patient | mask 3 4
