# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/niceness.d -c "act nice:5 nice:10" | rows act
