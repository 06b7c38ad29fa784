# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/translators.d -c "act as:chief exec:/bin/true exec:/bin/echo" | grep works
