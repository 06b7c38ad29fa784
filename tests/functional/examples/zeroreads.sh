# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/zeroreads.d -c "act as:reader file:/dev/null read:10*7 close file:/dev/zero read:10*3" | rows reader
