# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# Random programs whose output is known (tests/fuzz/programs); fixed seeds, some seconds.
"$SRCDIR/../../fuzz/programs" --seed 100000 --count 100 --size 0 --seconds 5
# output:
