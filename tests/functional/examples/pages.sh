# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/pages.d -c "act as:eater touch:4000" | rows eater | awk '$2 == 0 { print ($3 >= 4000 ? "4000 single pages" : $3) }'
