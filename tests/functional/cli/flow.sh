# SPDX-License-Identifier: BSD-2-Clause
# -F: arrows of system calls, indentation, other probes as they are.
. "$SRCDIR/_common.sh"
$DTRACE -F -n 'syscall:'$CALLS':getpriority: /pid == $target/ {} END {}' -c 'nice' 2>/dev/null |
	sed -E 's/^ +[0-9]+ /CPU /; /^[0-9]+$/d'
# output:
# CPU FUNCTION                                 
# CPU  => getpriority                           
# CPU  <= getpriority                           
# CPU | :END                                    
#
