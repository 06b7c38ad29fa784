# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/conditions.d -c "act read:1*3 file:/dev/null read:10*2 close file:/dev/zero read:5000" | grep -vE '^data|big one: [1-4]' | squeeze
