# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/newproc.d -c "act exec:/bin/true exec:/bin/no-such-program" | grep 'one two' | sed 's/[0-9][0-9]*/N/'
