# SPDX-License-Identifier: BSD-2-Clause
# -F: the indentation is that of the thread, whatever CPUs it runs on.
. "$SRCDIR/_common.sh"
$DTRACE -F -c flow_migrates -n 'pid$target:a.out:outer:entry, pid$target:a.out:outer:return,
pid$target:a.out:inner:entry, pid$target:a.out:inner:return {}' 2>/dev/null | sed -E 's/^ +[0-9]+ /CPU /; s/ +$//'
# output:
# CPU FUNCTION
# CPU  -> outer
# CPU    -> inner
# CPU    <- inner
# CPU  <- outer
# CPU  -> outer
# CPU    -> inner
# CPU    <- inner
# CPU  <- outer
# CPU  -> outer
# CPU    -> inner
# CPU    <- inner
# CPU  <- outer
#
