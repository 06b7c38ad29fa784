# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# Bash on its own terminal, into which a person types.
cat > person << 'END'
#!/bin/bash
printf 'true one\ntrue two\nexit\n' | script -qec 'bash --norc --noprofile -i' /dev/null > /dev/null
END
chmod 755 person
HISTFILE= run user/bashlines.d -c ./person | squeeze | grep -E 'true (one|two)$|exit$' | mask 1 2 3 4 5
# output:
# - - - - - true one
# - - - - - true two
# - - - - - exit
