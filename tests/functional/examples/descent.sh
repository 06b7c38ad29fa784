# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
cat > leaf <<'END'
#!/bin/sh
act as:grandmother exec:/bin/true
END
chmod +x leaf
run process/descent.d -c ./leaf | grep grandmother
# output:
# true < grandmother < leaf < dtrace
