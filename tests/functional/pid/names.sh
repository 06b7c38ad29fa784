# SPDX-License-Identifier: BSD-2-Clause
#
# What a blank name lists; modules, functions and processes that are not there are one sentence.
list=$("$DTRACE" -l -c "$WORKLOADS/count" -n 'pid$target:a.out:work:') || exit 1
for name in entry return 0; do
	grep -Eq " work +$name\$|work $name\$" <<<"$list" || { echo "$name is not listed"; exit 1; }
done
refused() { # description, sentence
	"$DTRACE" -c /bin/true -n "$1" 2>&1 | grep -q "$2" || { echo "$1: not refused"; exit 1; }
}
refused 'pid$target:libc:no_such:entry' 'no function no_such in libc'
refused 'pid$target:libnone:malloc:entry' 'has no module libnone'
refused 'pid2147483647:::entry' 'process 2147483647 does not exist'
