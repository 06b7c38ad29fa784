# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
cat > tree <<'END'
#!/bin/sh
act ppid*100
END
chmod +x tree
run process/ancestors.d -c ./tree | rows getppid
run process/ancestors.d -c "act ppid*100" | rows getppid
