# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/chmods.d -c "act create:mine chmod:mine chmod:yours" | rows act | sed -E 's/^[0-9]{4} [A-Z][a-z]{2} [0-9]+ [0-9:]{8}/DATE/'
