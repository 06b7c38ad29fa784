# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/addresses.d | squeeze
# output:
# 192.0.2.1 192.0.2.1
# 2001:db8::1 2001:db8::1
# 3412 78563412 50
