# SPDX-License-Identifier: BSD-2-Clause
#
# What a blank name lists; modules, functions and processes that are not there are one sentence.
list=$("$DTRACE" -l -c "$WORKLOADS/count" -n 'pid$target:a.out:work:') || exit 1
for name in entry return 0; do
	grep -Eq " work +$name\$|work $name\$" <<<"$list" || { echo "$name is not listed"; exit 1; }
done
"$DTRACE" -l -c "$WORKLOADS/count" -n 'pid$target:a.out:no_such:' 2>&1 | grep -q 'No probe matches' || echo list: no message
refused() { # description, sentence
	"$DTRACE" -c /bin/true -n "$1" 2>&1 | grep -q "$2" || { echo "$1: not refused"; exit 1; }
}
refused 'pid$target:libc:no_such:entry' 'no function no_such in libc'
refused 'pid$target:libc:mallok:entry' 'no function mallok in libc (did you mean malloc?)'
refused 'pid$target:libnone:malloc:entry' 'has no module libnone; -Z waits'
refused 'pid$target:libC:malloc:entry' 'has no module libC (did you mean libc?); -Z waits'
refused 'pid$target:tru:main:entry' 'has no module tru (did you mean true?)'
refused 'pid$target:a.out:malloc:entry' 'no function malloc in a.out (did you mean libc.so.6:malloc?)'
refused 'launcher$target:::begin' 'no file that process [0-9]* has mapped declares it; -Z waits'
message=$("$DTRACE" -c "$WORKLOADS/stripped" -n 'pid$target:a.out:work:entry' 2>&1) && exit 1
grep -q 'no function work in a.out, which is stripped: its functions are named by their addresses, such as 0x' <<<"$message" || echo "$message"
printf '#!/bin/sh\n' > "$TMPDIR/script" && chmod +x "$TMPDIR/script"
"$DTRACE" -c "$TMPDIR/script" -n 'launcher$target:::begin' 2>&1 |
	grep -q 'the command is a script: -Z and launcher\* include programs that it starts' || echo script: no hint
refused 'pid2147483647:::entry' 'process 2147483647 does not exist'
# A function of the target without a provider.
for d in work work:entry; do
	"$DTRACE" -c "$WORKLOADS/count" -n "$d" 2>&1 | grep -qF 'hint: did you mean pid$target::work:entry?' || echo "$d: no hint"
done
# A program that was started by a link is known by the link's name as well.
ln -s "$WORKLOADS/types" "$TMPDIR/linked"
for module in linked types a.out; do
	"$DTRACE" -qn "pid\$target:$module:give:entry { exit(3); }" -c "$TMPDIR/linked" >/dev/null 2>&1
	[ $? = 3 ] || { echo "not found: $module"; exit 1; }
done
# Names of probes that may appear later are not suggestions.
"$DTRACE" -c /bin/true -n 'pid$target:libc*:no_such_*:entry' 2>&1 | grep 'did you mean' && exit 1
exit 0
# output:
