# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
while ./runtime; do :; done & # another program, which does not count
run runtimes/pycalls.d -c ./runtime | squeeze
kill $!
# output:
# FILE FUNCTION CALLS
# shop.py report 1
# shop.py order 3
# shop.py price 6
