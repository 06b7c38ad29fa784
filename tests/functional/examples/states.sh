# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/states.d -c "act as:dozer sleep:200*6" | rows dozer | grep interrupted | mask 6
run cpu/states.d -c "act as:dier" | rows dier | grep ended
