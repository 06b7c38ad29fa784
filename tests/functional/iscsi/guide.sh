# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# The programs in the guide's chapter on iscsi have something to say of an initiator's session.
. ./_target.sh
. ../common/_guide.sh
try_chapter iscsi "$WORKLOADS/initiator $TARGET"
# output:
# iscsi: 2 programs
