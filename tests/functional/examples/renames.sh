# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/renames.d -c "act create:draft rename:draft rename:draft" | rows act
