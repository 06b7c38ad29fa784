# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
cat > two <<'END'
#!/bin/sh
/bin/true one
/bin/sleep 0 0 0
END
chmod +x two
run process/execargs.d -c ./two | grep '^two'
