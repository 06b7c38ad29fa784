# SPDX-License-Identifier: BSD-2-Clause
#
# p*d$target and *$target fit the pid provider of the command; a pattern that does not, fits nothing.
for provider in 'p*d$target' '*$target' 'p?d$target'; do
	"$DTRACE" -q -c true -n "$provider:libc:exit:entry { printf(\"%s %s\\n\", probefunc, probename); }" 2>&1 | grep .
done
"$DTRACE" -q -c true -n 'x*d$target:libc:exit:entry' 2>&1 | head -1 | sed 's/d[0-9][0-9]*/dPID/g'
"$DTRACE" -Zq -c true -n '*$target:::nothing-of-that-name { printf("never\n"); }' 2>&1 | grep .
echo "status $?"
