# SPDX-License-Identifier: BSD-2-Clause
# No more than 64 variables.
. ./_run.sh
for i in $(seq 70); do echo "export V$i=value"; done > many
echo 'exec /bin/true' >> many
run process/environment.d -c "env -i A=1 B='two words' $(command -v act) exec:/bin/true" | squeeze | sed '1,/true one two$/d'
run process/environment.d -c "env -i $(command -v sh) many" | grep -c '=value'
# output:
# A=1
# B=two words
# 64
