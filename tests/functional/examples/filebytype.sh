# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/filebytype.d -c "act as:typist pipe write:10*4" | rows typist
