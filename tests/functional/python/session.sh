# SPDX-License-Identifier: BSD-2-Clause
# The Python module, from the build directory.
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
/usr/bin/python3 -X dev _session.py 2>&1
