# SPDX-License-Identifier: BSD-2-Clause
#
# _flowcolors.d without the first line, and the first column, which is the CPU.
"$DTRACE" -F -s _flowcolors.d -c "$WORKLOADS/errand" 2> "$TMPDIR/said" | grep . | cut -c5- | tail -n +2
! grep -v 'matched\|has exited' "$TMPDIR/said"
# output:
#  -> chdir                                 [0;36mlibrary[0m
#    => chdir                               [0;35msystem[0m
#    <= chdir                               [0;35msystem[0m
#  <- chdir                                 [0;36mlibrary[0m
#  -> kill                                  [0;36mlibrary[0m
#    => kill                                [0;35msystem[0m
#    <= kill                                [0;35msystem[0m
#    -> hear                                [1;32mprogram[0m
#    <- hear                                [1;32mprogram[0m
#  <- kill                                  [0;36mlibrary[0m
#  -> errand                                [1;32mprogram[0m
#    -> walk                                [1;32mprogram[0m
#    <- walk                                [1;32mprogram[0m
#    -> walk                                [1;32mprogram[0m
#    <- walk                                [1;32mprogram[0m
#    -> walk                                [1;32mprogram[0m
#    <- walk                                [1;32mprogram[0m
#  <- errand                                [1;32mprogram[0m
