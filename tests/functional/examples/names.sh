# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/names.d -c "act as:caterpillar as:butterfly" | rows caterpillar butterfly | sed 's/ times//'
