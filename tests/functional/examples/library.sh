# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
mkdir lib
echo 'inline string job_kind[int n] = n == 0 ? "sleeping" : n < 10 ? "small" : "big";' > lib/jobs.d
run howto/library.d -L lib -c "act nice:0*2 nice:5 nice:15*3" | squeeze
