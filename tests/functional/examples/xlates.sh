# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/xlates.d -c "act fork as:father fork*2" | squeeze
