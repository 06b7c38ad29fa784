# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/cpp.d -c "act fork thread:t" | squeeze
