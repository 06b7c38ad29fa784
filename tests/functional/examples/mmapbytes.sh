# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/mmapbytes.d -c "act as:mapper touch:1000*3" | rows mapper
