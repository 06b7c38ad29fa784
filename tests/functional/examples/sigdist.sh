# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/sigdist.d -c "act as:noisy signal:10*5 signal:12*2 die:15" | rows noisy | grep -v ' 17 '
