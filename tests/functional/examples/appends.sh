# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/appends.d -c "act create:log write:100 write:23" | squeeze
