# SPDX-License-Identifier: BSD-2-Clause
# -O NAME=VALUE sets only the forms that take a value. Messages name the form, not the option behind it.
"$DTRACE" -q -x prom= -n 'BEGIN { exit(0); }' 2>&1
for form in prom= pprof= flame= otlp= json=x bufsize=1m; do
	"$DTRACE" -q -O $form -n 'BEGIN { exit(0); }' 2>&1 | sed 's/ (text, json, folded.*/ (…)/'
done
# output:
# dtrace: failed to set -x prom: Invalid value for specified option (it needs one)
# dtrace: failed to set -O prom=FILE: Invalid value for specified option (it needs one)
# dtrace: failed to set -O pprof=FILE: Invalid value for specified option (it needs one)
# dtrace: failed to set -O flame=FILE: Invalid value for specified option (it needs one)
# dtrace: failed to set -O otlp[=URL]: Invalid value for specified option (it needs one)
# dtrace: failed to set -O json=x: Invalid value for specified option (…)
# dtrace: failed to set -O bufsize=1m: Invalid value for specified option (…)
