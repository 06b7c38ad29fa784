# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/redirect.d result | squeeze
cat result
