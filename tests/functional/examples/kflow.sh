# SPDX-License-Identifier: BSD-2-Clause
# From the entry of the system call to its return. The function returns a number or an address, depending on the
# kernel.
. ./_run.sh
needs_fbt
run kernel/kflow.d 'mkdir*' 'vfs_mkdi[r]' -c "act mkdir:new mkdir:new" 2> /dev/null | grep -E '(=>|<=|->|<-)' | sed -E 's/^ +[0-9]+//; s/ +$//; s/mkdirat  /mkdir    /; s/mkdirat/mkdir/; s/(<- vfs_mkdir) .*/\1/'
# output:
#   => mkdir
#     -> vfs_mkdir
#     <- vfs_mkdir
#   <= mkdir                                         0
#   => mkdir
#   <= mkdir                                        -1
