# SPDX-License-Identifier: BSD-2-Clause
#
# p*d$target and *$target fit the pid provider of the command, with offsets and instructions of a function that is
# named; a pattern that does not, fits nothing.
for provider in 'p*d$target' '*$target' 'p?d$target'; do
	"$DTRACE" -q -c true -n "$provider:libc:exit:entry { printf(\"%s %s\\n\", probefunc, probename); }" 2>&1 | grep .
	"$DTRACE" -q -c true -n "$provider:libc:exit:0 { printf(\"%s %s\\n\", probefunc, probename); }" 2>&1 | grep .
done
list() { "$DTRACE" -l -c true -n "$1:libc:exit:" 2>&1 | awk '{ print $3, $4, $5 }'; }
[ "$(list '*$target')" = "$(list 'pid$target')" ] && [ "$(list '*$target' | wc -l)" -gt 3 ] || list '*$target'
"$DTRACE" -q -c true -n 'x*d$target:libc:exit:entry' 2>&1 | head -1 | sed 's/d[0-9][0-9]*/dPID/g'
for name in nothing-of-that-name add ''; do
	"$DTRACE" -Zq -c true -n "*\$target:::$name { @ = count(); } END { printa(\"never %@d\", @); }" 2>&1 | grep .
	echo "status $?"
done
# output:
# exit entry
# exit 0
# exit entry
# exit 0
# exit entry
# exit 0
# dtrace: invalid probe specifier x*d$target:libc:exit:entry: probe description x*dPID:libc:exit:entry does not match any probes
# status 1
# status 1
# status 1
