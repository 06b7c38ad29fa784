# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/profpid.d 10 "act as:burner forever" | rows burner | grep user | mask 2 4
