# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/openbefore.d -c "act open:a open:b open:c open:d badverb" 2> /dev/null | squeeze
