# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/parents.d -c "act as:mother exec:/bin/true*3 exec:/bin/echo" | rows mother | sed 's/ times//'
