# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/connects.d -c "act port:7721 refused*2 tcp:10" | rows act | mask 1
