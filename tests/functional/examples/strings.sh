# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/strings.d greet -c "act greet:world greet:moon" | squeeze
