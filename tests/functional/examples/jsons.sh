# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/jsons.d -c 'act create:x say:{"name":"box","sizes":[1,20,300]} say:{"sizes":[4,5],"name":"crate"}' | squeeze
