# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/conversions.d | grep -v '^I:\|^$'
run howto/conversions.d | grep -cE '^I: [^ ]+ P: [^ ]+$'
