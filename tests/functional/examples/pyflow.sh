# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/pyflow.d -c ./runtime | head -6
# output:
# -> order (shop.py:10)
#   -> price (shop.py:20)
#   <- price
#   -> price (shop.py:20)
#   <- price
# <- order
